import type { Wallet } from '../../domain/brands.ts'
import { isAddress } from '../../lib/ed25519.ts'
import { checksummed, isEvmAddress } from '../../lib/evm-address.ts'
import type { Secret } from '../../lib/secret.ts'
import { parseSolanaLauncher } from '../chains/solana/solana-launcher.ts'

/** Where a wallet's key is kept outside this process, and the wallet whose key it should be. */
export type SignerLocation =
  | { readonly kind: 'ssh-agent'; readonly socket: string; readonly wallet: Wallet }
  | { readonly kind: 'kms'; readonly keyArn: string; readonly region: string; readonly wallet: Wallet }

/** How a setting names such a location. */
export const LOCATION_FORMS = { 'ssh-agent': 'ssh-agent:/SOCKET#ADDRESS', kms: 'kms:KEY_ARN#ADDRESS' } as const satisfies Record<
  SignerLocation['kind'],
  string
>

/** True for a text that means such a location, whether it is written rightly or not; no key begins so. */
export const meansLocation = (text: string): boolean => Object.keys(LOCATION_FORMS).some((kind) => text.startsWith(`${kind}:`))

/** The location that the setting names; null for a key itself, and for what is written wrongly. */
export function signerLocationOf(text: string): SignerLocation | null {
  const [, kind, location = '', address = ''] = /^([a-z-]+):([^#]+)#(\w+)$/.exec(text) ?? []
  const wallet = isAddress(address) ? address : isEvmAddress(address) ? checksummed(address) : null
  if (wallet === null) return null
  if (kind === 'ssh-agent')
    return location.startsWith('/') && isAddress(wallet) ? { kind, socket: location, wallet: wallet as Wallet } : null
  const region = kind === 'kms' ? /^arn:aws[a-z-]*:kms:([a-z0-9-]+):\d{12}:(?:key|alias)\/[\w/-]+$/.exec(location)?.[1] : undefined
  return region === undefined ? null : { kind: 'kms', keyArn: location, region, wallet: wallet as Wallet }
}

/** The Solana wallet of a setting, by a key or its location. @throws AppError launcher_secret_invalid for a text that is neither */
export const solanaWalletOfSetting = (setting: Secret<string>): Wallet =>
  signerLocationOf(setting.reveal())?.wallet ?? parseSolanaLauncher(setting).wallet
