import { isAddress } from 'viem'
import type { EvmAddressCheck } from '../domain/kol-cells.ts'

/** True for 0x and 40 hex digits; where small and capital letters are mixed, they must be the address's checksum. */
export const isEvmAddress: EvmAddressCheck = (address) => isAddress(address)
