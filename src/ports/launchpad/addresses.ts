import type { Wallet } from '../../domain/brands.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Refusals } from '../refusals.ts'
import type { Launcher } from './signing.ts'

/** How addresses and secrets are written on this launchpad's chain. Asks no chain. */
export interface Addresses {
  /** True for the form of an address on this platform; says nothing of the chain. */
  isWallet(text: string): boolean
  /** True for an address of this platform that some secret key can sign for. */
  canSign(text: string): boolean
  /** The one way in which this platform writes the address; only for what `isWallet` accepts. */
  canonicalWallet(text: string): Wallet
  /** The launcher that the header's text holds. @throws AppError launcher_secret_invalid, which repeats nothing of the text */
  parseLauncher(text: Secret<string>): Launcher
}

/** What each of these may throw. */
export const ADDRESSES_REFUSALS = {
  isWallet: [],
  canSign: [],
  canonicalWallet: [],
  parseLauncher: ['launcher_secret_invalid'],
} as const satisfies Refusals<Addresses>
