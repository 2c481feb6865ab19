import type { ChainId } from '../../domain/chain.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Signer } from '../../ports/signer.ts'
import { parseSolanaLauncher } from '../chains/solana/solana-launcher.ts'

/** Opens the signer that a wallet's setting names, for a chain. Asks nobody yet. @throws AppError launcher_secret_invalid */
export type OpenSigner = (chainId: ChainId, setting: Secret<string>) => Promise<Signer>

/** Opens signers of keys in this process. */
export const createSignerOpener = (): OpenSigner => async (chainId, setting) => {
  if (!chainId.startsWith('eip155:')) return parseSolanaLauncher(setting)
  const { parseEvmLauncher } = await import('../chains/evm/evm-launcher.ts')
  return parseEvmLauncher(setting)
}
