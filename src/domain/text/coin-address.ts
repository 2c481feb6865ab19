import { isEvmAddress, checksummed } from '../../lib/evm-address.ts'
import type { Mint } from '../brands.ts'
import { FIELD_LIMITS } from '../limits/field-limits.ts'
import { Lookup } from './text.ts'

/** Schema of a coin's address as a caller writes it: text, of which `spelledMint` alone makes a mint. */
export const CoinAddress = ({ minLength = 1 }: { readonly minLength?: number } = {}) => Lookup({ minLength, maxLength: FIELD_LIMITS.idMax })

/** The address as the record spells it: on EVM chains with its checksum. Text that is no address stays as it is, and names no coin. */
export const spelledMint = (text: string): Mint => (isEvmAddress(text) ? checksummed(text) : text) as Mint
