import type { Wallet } from '../../domain/brands.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Refusals } from '../refusals.ts'
import type { Launcher } from './launcher.ts'

/** The format of addresses and secrets on this launchpad's chain. Asks no chain. */
export interface Addresses {
  /** True for text in the address format of this platform, whether used on chain or not. */
  isWallet(text: string): boolean
  /** True for an address of this platform that a secret key can sign for. */
  canSign(text: string): boolean
  /** The canonical spelling of an address; only for what `isWallet` accepts. */
  canonicalWallet(text: string): Wallet
  /** The launcher of the header's text. @throws AppError launcher_secret_invalid, without any of the text */
  parseLauncher(text: Secret<string>): Launcher
}

/** Errors of each method. */
export const ADDRESSES_REFUSALS = {
  isWallet: [],
  canSign: [],
  canonicalWallet: [],
  parseLauncher: ['launcher_secret_invalid'],
} as const satisfies Refusals<Addresses>
