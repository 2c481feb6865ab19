import { PUMP_FEE_PROGRAM_ID, PUMP_PROGRAM_ID, PUMP_SDK } from '@pump-fun/pump-sdk'
import { PublicKey } from '@solana/web3.js'
import { REDIRECTED_TO } from '../../../../domain/coin.ts'
import type { RecordedSplit, SplitRedirect } from '../../../../ports/launchpad/fee-share.ts'
import type { RpcPool } from '../../../chains/rpc-pool.ts'
import type { ChainAccount } from '../../../chains/solana/solana-rpc.ts'
import { type CoinAddresses, coinAddresses } from '../coin-addresses.ts'
import type { PumpContext } from '../context.ts'
import { accountInfo } from '../state/launch-terms.ts'
import { readSplit } from '../state/coin-state.ts'

/** Each has two accounts, and one request reads a hundred. */
const COINS_A_CALL = 50

/**
 * Coins that pump's team took over (`admin_cto`), by what is final: one that became a coin of holder rewards, or whose sharing config was
 * rewritten. Where one node says so, every node that answers has to, each proving its chain before and after.
 */
export async function readRedirects({ rpc }: PumpContext, splits: readonly RecordedSplit[]): Promise<readonly SplitRedirect[]> {
  const look = (some: readonly RecordedSplit[], ask?: RpcPool['ask']): Promise<SplitRedirect[]> => {
    const coins = some.map((split) => ({ split, addresses: coinAddresses(new PublicKey(split.mint)) }))
    return rpc.finalAccounts(
      coins.flatMap(({ addresses: { curve, feeShare } }) => [curve.toBase58(), feeShare.toBase58()]),
      (accounts, slot) =>
        coins.flatMap(({ split, addresses }, index) => {
          // An older state is from before the lock.
          if (split.lockHeight !== null && slot < split.lockHeight) return []
          const to = receiverOf(split, addresses, accounts[2 * index] ?? null, accounts[2 * index + 1] ?? null)
          return to === null ? [] : [{ mint: split.mint, to }]
        }),
      ask,
    )
  }
  const stretches = Array.from({ length: Math.ceil(splits.length / COINS_A_CALL) }, (_, index) =>
    splits.slice(index * COINS_A_CALL, (index + 1) * COINS_A_CALL),
  )
  const suspected = (await Promise.all(stretches.map((some) => look(some)))).flat()
  const agreed = await Promise.all(
    suspected.map(async ({ mint, to }) => {
      const split = splits.find((each) => each.mint === mint)!
      const answers = await rpc.pool.onEach((ask) => look([split], ask), { verified: true })
      const answered = answers.filter((answer) => answer !== null)
      return answered.length > 0 && answered.every(([found]) => found?.to === to)
    }),
  )
  return suspected.filter((_redirect, index) => agreed[index])
}

/** Who gets the fees in the place of the recorded split; null while it gets them, and where the accounts do not tell. */
function receiverOf(
  { shareholders }: RecordedSplit,
  { mint, feeShare }: CoinAddresses,
  curve: ChainAccount | null,
  config: ChainAccount | null,
): string | null {
  if (!curve || curve.owner !== PUMP_PROGRAM_ID.toBase58()) return null
  const { creator, isHolderReward, isCashbackCoin } = PUMP_SDK.decodeBondingCurve(accountInfo(curve))
  if (isHolderReward) return REDIRECTED_TO.holders
  if (isCashbackCoin) return REDIRECTED_TO.traders
  if (!creator.equals(feeShare)) return creator.toBase58()
  const split = config && config.owner === PUMP_FEE_PROGRAM_ID.toBase58() ? readSplit(config, mint) : null
  if (!split || split.shareholders.length === 0) return null
  const paid = new Map(split.shareholders.map(({ address, shareBps }) => [address.toBase58(), shareBps]))
  if (paid.size === shareholders.length && shareholders.every(({ wallet, bps }) => paid.get(wallet) === bps)) return null
  return paid.size === 1 ? [...paid.keys()][0]! : REDIRECTED_TO.others
}
