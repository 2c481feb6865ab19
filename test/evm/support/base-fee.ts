import { type Hex, numberToHex } from 'viem'
import { eventually } from '../../support/eventually.ts'
import type { Anvil } from './anvil.ts'

/** The base fee of the newest block, in wei. */
export const baseFeeOf = async ({ call }: Anvil): Promise<bigint> =>
  BigInt((await call<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', 'latest', false)).baseFeePerGas)

/** Makes a block with this base fee. */
export async function mineAt(anvil: Anvil, baseFeeWei: bigint): Promise<void> {
  await anvil.call('anvil_setNextBlockBaseFeePerGas', numberToHex(baseFeeWei))
  await anvil.mine()
}

/** What the transaction in a block bid: the highest price of gas that it would have paid. */
export const bidOf = async ({ call }: Anvil, hash: string): Promise<bigint> =>
  BigInt((await eventually(() => call<{ maxFeePerGas: Hex } | null>('eth_getTransactionByHash', hash))).maxFeePerGas)
