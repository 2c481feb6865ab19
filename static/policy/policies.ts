import { startOpenedList } from '../approvals/opened-list.ts'
import { createPolicyList } from './policy-list.ts'

startOpenedList({ create: createPolicyList })
