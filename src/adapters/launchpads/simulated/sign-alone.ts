import type { Mint, Wallet } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import { type KeyPair, keyPairFromSecret } from '../../../lib/ed25519.ts'
import type { Launcher, Prepared } from '../../../ports/launchpad/launcher.ts'
import type { Signer } from '../../../ports/signer.ts'
import { BLOCKHASH_BLOCKS } from '../../chains/solana/blockhash-blocks.ts'
import type { SimulatedChain } from './simulated-chain.ts'
import type { Instruction, Message } from './message.ts'
import { encodeMessage } from './message-codec.ts'
import { signedMessage } from './wire-transaction.ts'

/** The message of one transaction with one signer, simulated. */
export function messageAlone(chain: SimulatedChain, mint: Mint, signer: Wallet, instructions: readonly Instruction[]): Message {
  const message = { ...chain.head(BLOCKHASH_BLOCKS), signers: [signer], mint, instructions }
  const refusal = chain.simulate([message])
  if (refusal) throw new AppError('chain_refused', { reason: refusal })
  return message
}

/** The same, signed. @throws AppError upstream_unavailable when the signer does not answer */
export async function signAlone(
  chain: SimulatedChain,
  mint: Mint,
  signer: Signer,
  instructions: readonly Instruction[],
): Promise<Prepared> {
  const message = messageAlone(chain, mint, signer.wallet, instructions)
  return { transactions: [signedMessage(message, [await signer.sign(encodeMessage(message))])] }
}

/** The key pair of a launcher. @throws Error when its secret is none */
export function pairOf(launcher: Launcher): KeyPair {
  const pair = keyPairFromSecret(launcher.secret)
  if (!pair) throw new Error('a launcher holds a valid secret key')
  return pair
}
