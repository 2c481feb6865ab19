import type { Mint } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import { type KeyPair, keyPairFromSecret } from '../../../lib/ed25519.ts'
import type { Launcher, Prepared } from '../../../ports/launchpad/signing.ts'
import { BLOCKHASH_BLOCKS, type SimulatedChain } from './simulated-chain.ts'
import { type Instruction, signMessage } from './wire-transaction.ts'

/** One transaction with one signer, tried out. @throws AppError chain_refused */
export function signAlone(chain: SimulatedChain, mint: Mint, signer: Launcher, instructions: readonly Instruction[]): Prepared {
  const message = { ...chain.head(BLOCKHASH_BLOCKS), signers: [signer.wallet], mint, instructions }
  const refusal = chain.simulate([message])
  if (refusal) throw new AppError('chain_refused', { reason: refusal })
  return { transactions: [signMessage(message, [pairOf(signer)])] }
}

/** The key pair of a launcher. */
export function pairOf(launcher: Launcher): KeyPair {
  const pair = keyPairFromSecret(launcher.secret)
  if (!pair) throw new Error('a launcher holds a valid secret key')
  return pair
}
