import type { Wallet } from '../../domain/brands.ts'
import { isAddress } from '../../lib/ed25519.ts'
import type { Secret } from '../../lib/secret.ts'
import { parseSolanaLauncher } from '../chains/solana/solana-launcher.ts'

/** Where a wallet's key is kept outside this process, and the wallet whose key it should be. */
export type SignerPlace = { readonly kind: 'ssh-agent'; readonly socket: string; readonly wallet: Wallet }

/** How a setting names such a place. */
export const PLACE_FORMS = { 'ssh-agent': 'ssh-agent:/SOCKET#ADDRESS' } as const satisfies Record<SignerPlace['kind'], string>

/** True for a text that means such a place, whether it is written rightly or not; no key begins so. */
export const meansPlace = (text: string): boolean => Object.keys(PLACE_FORMS).some((kind) => text.startsWith(`${kind}:`))

/** The place that the setting names; null for a key itself, and for what is written wrongly. */
export function signerPlaceOf(text: string): SignerPlace | null {
  const agent = /^ssh-agent:(\/[^#]+)#(.+)$/.exec(text)
  return agent && isAddress(agent[2]!) ? { kind: 'ssh-agent', socket: agent[1]!, wallet: agent[2] as Wallet } : null
}

/** The Solana wallet of a setting, be it a key or the place of one. @throws AppError launcher_secret_invalid */
export const solanaWalletOfSetting = (setting: Secret<string>): Wallet =>
  signerPlaceOf(setting.reveal())?.wallet ?? parseSolanaLauncher(setting).wallet
