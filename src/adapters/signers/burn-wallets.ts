import { hkdfSync } from 'node:crypto'
import type { Wallet } from '../../domain/brands.ts'
import { toBase58 } from '../../lib/bytes.ts'
import { keyPairFromSeed, signDetached } from '../../lib/ed25519.ts'
import { Secret } from '../../lib/secret.ts'
import type { BurnWallets } from '../../ports/signer.ts'
import { parseSolanaLauncher } from '../chains/solana/solana-launcher.ts'

const SEED_BYTES = 32
/** Never changed: wallets with money in them are derived with it. */
const DOMAIN = 'earnings buy-and-burn 1'

/**
 * Wallets by HKDF-SHA512 of the key's seed and a nonce. Nothing of the key is kept but a copy of its seed.
 *
 * @throws AppError launcher_secret_invalid for a text that is no key
 */
export function createBurnWallets(key: Secret<string>): BurnWallets {
  const seed = new Secret(parseSolanaLauncher(key).secret.reveal().slice(0, SEED_BYTES))
  return (nonce) => {
    const derived = new Uint8Array(hkdfSync('sha512', seed.reveal(), '', `${DOMAIN} ${nonce}`, SEED_BYTES))
    const pair = keyPairFromSeed(new Secret(derived))
    return { wallet: toBase58(pair.publicKey) as Wallet, sign: async (message) => signDetached(message, pair) }
  }
}
