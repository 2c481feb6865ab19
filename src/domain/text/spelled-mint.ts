import { checksummed, looksLikeEvmAddress } from '../../lib/evm-address.ts'
import type { Mint } from '../brands.ts'

/** The mint as the record spells it: on EVM chains with its checksum, however its letters were written where it is only read. */
export const spelledMint = (mint: Mint): Mint => (looksLikeEvmAddress(mint) ? (checksummed(mint) as Mint) : mint)
