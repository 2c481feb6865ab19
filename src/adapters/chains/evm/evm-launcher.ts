import { bytesToHex, hexToBytes, isHex } from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'
import type { Wallet } from '../../../domain/brands.ts'
import { FIELD_LIMITS } from '../../../domain/limits/field-limits.ts'
import { AppError } from '../../../domain/errors.ts'
import { Secret } from '../../../lib/secret.ts'
import type { Launcher } from '../../../ports/launchpad/launcher.ts'
import { signatureBytes } from './evm-account.ts'

const KEY_BYTES = 32

/**
 * The launcher of the header's text: 32 bytes of private key as hex, with or without 0x, or as a JSON array of numbers.
 *
 * @throws AppError launcher_secret_invalid, without any of the text
 */
export function parseEvmLauncher(text: Secret<string>): Launcher {
  const key = readKey(text)
  const wallet = key && walletOf(key)
  if (!wallet) throw new AppError('launcher_secret_invalid')
  return {
    wallet,
    secret: key,
    sign: async (hash) => signatureBytes(await sign({ hash: bytesToHex(hash), privateKey: bytesToHex(key.reveal()) })),
  }
}

function readKey(secret: Secret<string>): Secret<Uint8Array> | null {
  const bytes = bytesOf(secret.reveal().trim())
  return bytes && new Secret(bytes)
}

function bytesOf(text: string): Uint8Array | null {
  if (text.length > FIELD_LIMITS.launcherSecretMax) return null
  if (text.startsWith('[')) return fromJsonBytes(text)
  const hex = text.startsWith('0x') ? text : `0x${text}`
  return isHex(hex) && hex.length === 2 + 2 * KEY_BYTES ? hexToBytes(hex) : null
}

function fromJsonBytes(text: string): Uint8Array | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value) || value.length !== KEY_BYTES) return null
    return value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255) ? Uint8Array.from(value as number[]) : null
  } catch {
    // No cause: the parser's message may quote the text.
    return null
  }
}

/** Null for a value of the right length outside the curve's range. */
function walletOf(key: Secret<Uint8Array>): Wallet | null {
  try {
    return privateKeyToAddress(bytesToHex(key.reveal())) as string as Wallet
  } catch {
    return null
  }
}
