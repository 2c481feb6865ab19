import { AppError } from '../../../../domain/errors.ts'
import { isAddress } from '../../../../lib/ed25519.ts'
import type { Unsigned } from '../../../../ports/launchpad/unsigned.ts'
import { acceptSigned } from '../../../chains/solana/accept-signed.ts'
import { messageAlone } from '../sign-alone.ts'
import type { SimulatedChain } from '../simulated-chain.ts'
import { readWire, unsignedBytesBase64 } from '../wire-transaction.ts'
import { draftLaunch } from './draft-launch.ts'
import { draftLock } from './draft-lock.ts'
import type { UnsignedTransaction } from '../../../../domain/operation.ts'
import type { Instruction, Message } from '../message.ts'

/** Launches and locks on the simulated chain that the client signs. */
export const createSimulatedUnsigned = (chain: SimulatedChain): Unsigned => ({
  async prepare(plan, launcher, mint) {
    if (mint === null || !isAddress(mint)) throw new AppError('wallet_invalid', { field: 'mintPubkey' })
    if (!isAddress(launcher) || launcher === (mint as string)) throw new AppError('wallet_invalid', { field: 'launcherPubkey' })
    if (chain.view().state.coins.find(mint)) throw new AppError('mint_exists', { mint })
    const { lockPath, messages } = draftLaunch(chain, plan, launcher, mint)
    return { mint, lockPath, transactions: messages.map(unsignedTransaction) }
  },

  prepareLock: async (mint, shareholders, launcher) => [
    unsignedTransaction(messageAlone(chain, mint, launcher, [draftLock(chain, mint, launcher, shareholders)])),
  ],

  accept: (unsigned, signedBase64) => acceptSigned(readWire, unsigned, signedBase64),
})

const PURPOSES: Record<Instruction['kind'], string> = {
  create: 'create the coin',
  lock: 'lock the fee split',
  buy: 'buy for the launcher',
  burn: 'burn what was bought',
  distribute: 'pay the creator fees out',
}

/** A transaction for the client to sign. */
const unsignedTransaction = (message: Message): UnsignedTransaction => ({
  steps: message.instructions.map(({ kind }) => kind),
  bytesBase64: unsignedBytesBase64(message),
  signers: message.signers,
  purpose: message.instructions.map(({ kind }) => PURPOSES[kind]).join(', '),
  lastValidBlockHeight: message.lastValidBlockHeight,
})
