import { makeCopyable } from '../lib/copyable.ts'

makeCopyable()
