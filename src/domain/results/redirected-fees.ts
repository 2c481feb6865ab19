import { Type } from '@sinclair/typebox'
import { DateTime } from '../json.ts'

/** Since when it is known that the fees of a locked coin go elsewhere than to its split, and to whom. */
export const RedirectedFees = Type.Object({
  at: DateTime(),
  to: Type.String({ description: 'The wallet that gets them; or `its holders`, `its traders`, `other wallets`.' }),
})
RedirectedFees.title = 'RedirectedFees'
