import type { ChainId } from '../../domain/chain.ts'
import { Secret } from '../../lib/secret.ts'
import type { MachineTime } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'
import { parseSolanaLauncher } from '../chains/solana/solana-launcher.ts'
import type { KmsMeans } from './ask-kms.ts'
import { signerLocationOf } from './signer-location.ts'

/**
 * Opens the signer that a wallet's setting names, for a chain. Asks nobody yet.
 *
 * @throws AppError launcher_secret_invalid for a text that is neither a key nor a location
 */
export type OpenSigner = (chainId: ChainId, setting: Secret<string>) => Promise<Signer>

/** Who asks AWS, and where; nothing of it is needed without a key there. */
export interface AwsSettings {
  readonly accessKeyId: string | null
  readonly secretAccessKey: Secret<string> | null
  readonly sessionToken: Secret<string> | null
  readonly kmsUrl: string | null
}

/** Opens signers of keys in this process, and of those elsewhere. */
export const createSignerOpener =
  (time: MachineTime, aws: AwsSettings): OpenSigner =>
  async (chainId, setting) => {
    const location = signerLocationOf(setting.reveal())
    const isEvm = chainId.startsWith('eip155:')
    if (location?.kind === 'ssh-agent') return (await import('./ssh-agent-signer.ts')).createSshAgentSigner(time, location)
    if (location) {
      const { createKmsSigner } = await import('./kms-signer.ts')
      return createKmsSigner(kmsMeansOf(time, aws), location, isEvm ? 'secp256k1' : 'ed25519')
    }
    if (!isEvm) return parseSolanaLauncher(setting)
    const { parseEvmLauncher } = await import('../chains/evm/evm-launcher.ts')
    return parseEvmLauncher(setting)
  }

/** How KMS is asked, by these settings. */
export const kmsMeansOf = (time: MachineTime, { accessKeyId, secretAccessKey, sessionToken, kmsUrl }: AwsSettings): KmsMeans => ({
  time,
  credentials: { accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? new Secret(''), sessionToken },
  url: kmsUrl,
})
