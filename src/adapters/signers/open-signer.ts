import type { ChainId } from '../../domain/chain.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Timers } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'
import { parseSolanaLauncher } from '../chains/solana/solana-launcher.ts'
import { signerPlaceOf } from './signer-place.ts'

/** Opens the signer that a wallet's setting names, for a chain. Asks nobody yet. @throws AppError launcher_secret_invalid */
export type OpenSigner = (chainId: ChainId, setting: Secret<string>) => Promise<Signer>

/** Opens signers of keys in this process, and of those elsewhere. */
export const createSignerOpener =
  (means: { readonly timers: Timers }): OpenSigner =>
  async (chainId, setting) => {
    const place = signerPlaceOf(setting.reveal())
    if (place) return (await import('./ssh-agent-signer.ts')).createSshAgentSigner(means, place)
    if (!chainId.startsWith('eip155:')) return parseSolanaLauncher(setting)
    const { parseEvmLauncher } = await import('../chains/evm/evm-launcher.ts')
    return parseEvmLauncher(setting)
  }
