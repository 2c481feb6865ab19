import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbiParameters, zeroAddress } from 'viem'
import type { CoinPlan } from '../../../ports/launchpad/coin.ts'
import { type EvmCall, NOBODY } from '../../chains/evm/evm-rpc.ts'
import { openingWei } from '../opening-wei.ts'
import type { ClankerContext } from './context.ts'
import { factoryAbi, TRADE_FEE_MILLIONTHS } from './abis.ts'
import type { Rows } from './coin-state.ts'

/**
 * The pool of a coin against WETH: one position, as the standard one of Clanker's own client. It opens at 10 ETH for the whole supply of
 * 100 billion.
 * @see POOL_POSITIONS.Standard of clanker-sdk 4.2.18
 */
const POOL = { startTick: -230_400, endTick: -120_000, tickSpacing: 200 }

const SUPPLY_COINS = 100_000_000_000

/** What all coins are worth when the pool opens, in WETH. */
export const OPENING_WEI = openingWei(POOL.startTick, SUPPLY_COINS)

/** The whole of the supply, in the locker's basis points. */
const ALL_BPS = 10_000

/** A row takes its fees in the paired token. */
const IN_PAIRED_TOKEN = 1

/** Fees without an extension of the pool. */
const POOL_DATA = encodeAbiParameters(parseAbiParameters('(address extension, bytes extensionData, bytes feeData)'), [
  {
    extension: zeroAddress,
    extensionData: '0x',
    feeData: encodeAbiParameters(parseAbiParameters('uint24 clankerFee, uint24 pairedFee'), [TRADE_FEE_MILLIONTHS, TRADE_FEE_MILLIONTHS]),
  },
])

/** The one call that creates the coin and fixes the rows that its fees go to; nobody administers any. */
export function deployCall({ rpc, contracts }: ClankerContext, plan: CoinPlan, rows: Rows, salt: Hex): EvmCall {
  const { name, ticker, metadataUri, imageUri } = plan
  const data = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'deployToken',
    args: [
      {
        tokenConfig: {
          tokenAdmin: NOBODY,
          name,
          symbol: ticker,
          salt,
          image: imageUri ?? '',
          metadata: JSON.stringify({ metadataUri }),
          context: '{"interface":"agent-launch"}',
          originatingChainId: BigInt(rpc.chainId),
        },
        poolConfig: {
          hook: contracts.hook,
          pairedToken: contracts.weth,
          tickIfToken0IsClanker: POOL.startTick,
          tickSpacing: POOL.tickSpacing,
          poolData: POOL_DATA,
        },
        lockerConfig: {
          locker: contracts.locker,
          rewardAdmins: rows.map(() => NOBODY),
          rewardRecipients: rows.map(({ wallet }) => wallet as string as Address),
          rewardBps: rows.map(({ bps }) => bps),
          tickLower: [POOL.startTick],
          tickUpper: [POOL.endTick],
          positionBps: [ALL_BPS],
          lockerData: encodeAbiParameters(parseAbiParameters('(uint8[] feePreference)'), [
            { feePreference: rows.map(() => IN_PAIRED_TOKEN) },
          ]),
        },
        mevModuleConfig: { mevModule: contracts.mevModule, mevModuleData: '0x' },
        extensionConfigs: [],
      },
    ],
  })
  return { to: contracts.factory, data }
}
