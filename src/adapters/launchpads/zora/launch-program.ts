import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { allOrNone, type ProgramCall } from '../../chains/evm/programs/all-or-none.ts'
import type { EvmCall } from '../../chains/evm/evm-rpc.ts'
import type { CoinPlan } from '../../../ports/launchpad/coin.ts'
import type { ZoraContext } from './context.ts'
import { type OneRun, runOnce } from '../../chains/evm/run-once.ts'
import { coinAbi, factoryAbi, POOL_CONFIG, ZORA_FACTORY } from './contracts.ts'

/** The places of what the program's calls return, which later ones use. */
const [COIN, SPLIT] = [1, 2]
/** The first argument of `deploy` and `coinAddress`, and the one owner among the arguments of `deploy`. */
const FIRST_AT = 4
const OWNER_AT = 4 + 11 * 32

/** Asks the factory at which address it makes the coin for a creator. */
export const coinAddressCall = ({ platformReferrer }: ZoraContext, { name, ticker }: CoinPlan, salt: Hex, creator: Address): EvmCall => ({
  to: ZORA_FACTORY,
  data: encodeFunctionData({
    abi: factoryAbi,
    functionName: 'coinAddress',
    args: [creator, name, ticker, POOL_CONFIG, platformReferrer, salt],
  }),
})

/**
 * Makes the split, creates the coin whose fees go to it, gives the coin's ownership up, and hands its 1% out. The creator of the coin is
 * this very program, whose address follows from its code: whoever sends it makes this coin as planned, and nobody else can make a coin at
 * its address. `asked` is what the factory answered for the zero address when this was built: all of it reverts where it has come to
 * answer otherwise.
 */
export function launchProgram(context: ZoraContext, plan: CoinPlan, salt: Hex, asked: Hex): OneRun {
  const { split, platformReferrer } = context
  const { name, ticker, metadataUri, shareholders } = plan
  const texts = [metadataUri, name, ticker, POOL_CONFIG] as const
  const coinAddress = coinAddressCall(context, plan, salt, zeroAddress)
  const deploy = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'deploy',
    args: [zeroAddress, [zeroAddress], ...texts, platformReferrer, zeroAddress, '0x', salt],
  })
  const calls: ProgramCall[] = [
    { ...coinAddress, expects: asked },
    { ...coinAddress, words: [{ at: FIRST_AT, word: 'self' }] },
    split.createStep(COIN, shareholders),
    {
      to: ZORA_FACTORY,
      data: deploy,
      words: [
        { at: FIRST_AT, word: SPLIT },
        { at: OWNER_AT, word: 'self' },
      ],
      expects: COIN,
    },
    { to: COIN, data: encodeFunctionData({ abi: coinAbi, functionName: 'revokeOwnership' }) },
    ...split.handOutSteps(SPLIT, shareholders, COIN),
  ]
  return runOnce(allOrNone(calls), salt)
}
