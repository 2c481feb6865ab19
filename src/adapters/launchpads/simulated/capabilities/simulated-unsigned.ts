import { AppError } from '../../../../domain/errors.ts'
import { isAddress } from '../../../../lib/ed25519.ts'
import type { Unsigned } from '../../../../ports/launchpad/unsigned.ts'
import { acceptSigned } from '../../../chains/solana/accept-signed.ts'
import { messageAlone } from '../sign-alone.ts'
import type { SimulatedChain } from '../simulated-chain.ts'
import { unsignedTransaction } from '../unsigned-transaction.ts'
import { readWire } from '../wire-transaction.ts'
import { draftLaunch } from './draft-launch.ts'
import { draftLock } from './draft-lock.ts'

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
