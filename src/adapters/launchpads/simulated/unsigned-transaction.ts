import type { UnsignedTransaction } from '../../../domain/operation.ts'
import type { Instruction, Message } from './message.ts'
import { unsignedBytesBase64 } from './wire-transaction.ts'

const PURPOSES: Record<Instruction['kind'], string> = {
  create: 'create the coin',
  lock: 'lock the fee split',
  buy: 'buy for the launcher',
  burn: 'burn what was bought',
  distribute: 'pay the creator fees out',
}

/** A transaction for the client to sign. */
export const unsignedTransaction = (message: Message): UnsignedTransaction => ({
  steps: message.instructions.map(({ kind }) => kind),
  bytesBase64: unsignedBytesBase64(message),
  signers: message.signers,
  purpose: message.instructions.map(({ kind }) => PURPOSES[kind]).join(', '),
  lastValidBlockHeight: message.lastValidBlockHeight,
})
