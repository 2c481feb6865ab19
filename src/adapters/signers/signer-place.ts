import type { Wallet } from '../../domain/brands.ts'
import { isAddress } from '../../lib/ed25519.ts'
import { checksummed, isEvmAddress } from '../../lib/evm-address.ts'
import type { Secret } from '../../lib/secret.ts'
import { parseSolanaLauncher } from '../chains/solana/solana-launcher.ts'

/** Where a wallet's key is kept outside this process, and the wallet whose key it should be. */
export type SignerPlace =
  | { readonly kind: 'ssh-agent'; readonly socket: string; readonly wallet: Wallet }
  | { readonly kind: 'kms'; readonly keyArn: string; readonly region: string; readonly wallet: Wallet }

/** How a setting names such a place. */
export const PLACE_FORMS = { 'ssh-agent': 'ssh-agent:/SOCKET#ADDRESS', kms: 'kms:KEY_ARN#ADDRESS' } as const satisfies Record<
  SignerPlace['kind'],
  string
>

/** True for a text that means such a place, whether it is written rightly or not; no key begins so. */
export const meansPlace = (text: string): boolean => Object.keys(PLACE_FORMS).some((kind) => text.startsWith(`${kind}:`))

/** The place that the setting names; null for a key itself, and for what is written wrongly. */
export function signerPlaceOf(text: string): SignerPlace | null {
  const [, kind, place = '', address = ''] = /^([a-z-]+):([^#]+)#(\w+)$/.exec(text) ?? []
  const wallet = isAddress(address) ? address : isEvmAddress(address) ? checksummed(address) : null
  if (wallet === null) return null
  if (kind === 'ssh-agent') return place.startsWith('/') && isAddress(wallet) ? { kind, socket: place, wallet: wallet as Wallet } : null
  const region = kind === 'kms' ? /^arn:aws[a-z-]*:kms:([a-z0-9-]+):\d{12}:(?:key|alias)\/[\w/-]+$/.exec(place)?.[1] : undefined
  return region === undefined ? null : { kind: 'kms', keyArn: place, region, wallet: wallet as Wallet }
}

/** The Solana wallet of a setting, be it a key or the place of one. @throws AppError launcher_secret_invalid for a text that is neither */
export const solanaWalletOfSetting = (setting: Secret<string>): Wallet =>
  signerPlaceOf(setting.reveal())?.wallet ?? parseSolanaLauncher(setting).wallet
