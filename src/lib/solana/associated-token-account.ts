import { fromBase58, toBase58 } from '../bytes.ts'
import { isOnCurve } from '../ed25519.ts'

const MARKER = Buffer.from('ProgramDerivedAddress')
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/**
 * The address that a Solana wallet holds a coin at, unless it chose another: its associated token account under the first token program.
 *
 * @throws Error when either is no address
 */
export function associatedTokenAccount(owner: string, mint: string): string {
  const seeds = [owner, TOKEN_PROGRAM, mint].map(bytesOf)
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = new Bun.CryptoHasher('sha256')
    for (const part of [...seeds, Uint8Array.of(bump), bytesOf(ASSOCIATED_TOKEN_PROGRAM), MARKER]) hash.update(part)
    const address = toBase58(hash.digest())
    // A program's address must be one that nobody has the key of.
    if (!isOnCurve(address)) return address
  }
  throw new Error('no address of this kind exists')
}

function bytesOf(address: string): Uint8Array {
  const bytes = fromBase58(address)
  if (bytes?.length !== 32) throw new Error(`${address} is no address`)
  return bytes
}
