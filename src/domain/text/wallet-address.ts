import { Kind, type TUnsafe, Type } from '@sinclair/typebox'
import { isAddress } from '../../lib/ed25519.ts'
import { checksummed, isEvmAddress } from '../../lib/evm-address.ts'
import type { Wallet } from '../brands.ts'

/** Why the text is no wallet's address, as the end of a sentence; null when it is one, of either kind of chain. */
export function walletProblem(value: unknown): string | null {
  if (typeof value === 'string' && (isAddress(value) || isEvmAddress(value))) return null
  return 'must be an address: base58 of 32 bytes, or 0x and 40 hex digits with their checksum or all in one case'
}

/** Schema of a wallet's address that is looked up. */
export const WalletAddress = (): TUnsafe<string> =>
  Type.Unsafe<string>({
    [Kind]: 'WalletAddress',
    type: 'string',
    minLength: 32,
    maxLength: 44,
    description: 'Base58 of 32 bytes, or 0x and 40 hex digits.',
  })

/** The address as the record spells it: on EVM chains with its checksum. Text that is no address stays as it is. */
export const spelledWallet = (text: string): Wallet => (isEvmAddress(text) ? checksummed(text) : text) as Wallet
