import type { Wallet } from '../../../domain/brands.ts'
import { FIELD_LIMITS } from '../../../domain/limits/field-limits.ts'
import { AppError } from '../../../domain/errors.ts'
import { fromBase58, toBase58 } from '../../../lib/bytes.ts'
import { keyPairFromSecret, signDetached } from '../../../lib/ed25519.ts'
import { Secret } from '../../../lib/secret.ts'
import type { Launcher } from '../../../ports/launchpad/launcher.ts'

/**
 * The launcher of the header's text: 64 bytes of secret key as base58, or as a JSON array of numbers.
 *
 * @throws AppError launcher_secret_invalid, without any of the text
 */
export function parseSolanaLauncher(text: Secret<string>): Launcher {
  const trimmed = text.reveal().trim()
  if (trimmed.length > FIELD_LIMITS.launcherSecretMax) throw new AppError('launcher_secret_invalid')
  const bytes = trimmed.startsWith('[') ? fromJsonBytes(trimmed) : fromBase58(trimmed)
  const pair = bytes && keyPairFromSecret(new Secret(bytes))
  if (!pair) throw new AppError('launcher_secret_invalid')
  return { wallet: toBase58(pair.publicKey) as Wallet, secret: pair.secretKey, sign: async (message) => signDetached(message, pair) }
}

function fromJsonBytes(text: string): Uint8Array | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // No cause: the parser's message may quote the text.
    return null
  }
  if (!Array.isArray(value) || !value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)) return null
  return Uint8Array.from(value as number[])
}
