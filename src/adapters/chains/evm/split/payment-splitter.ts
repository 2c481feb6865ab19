import artifact from '@openzeppelin/contracts/build/contracts/PaymentSplitter.json'
import {
  type Address,
  concat,
  decodeEventLog,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  pad,
  parseAbi,
  toEventSelector,
  zeroAddress,
} from 'viem'
import { type Wallet, wei } from '../../../../domain/brands.ts'
import type { EvmCall } from '../evm-rpc.ts'
import { CREATE2_DEPLOYER } from '../run-once.ts'
import { decoded } from '../decoded.ts'
import type { Shares, SplitKind } from './split-kind.ts'

const splitAbi = parseAbi([
  'constructor(address[] payees, uint256[] shares) payable',
  'function release(address account)',
  'function release(address token, address account)',
  'event PaymentReleased(address to, uint256 amount)',
])

/** The split's init code and shares, from which, with the coin, its address follows. */
const initCode = (shares: Shares): Hex =>
  encodeDeployData({
    abi: splitAbi,
    bytecode: artifact.bytecode as Hex,
    args: [shares.map(({ wallet }) => wallet as string as Address), shares.map(({ bps }) => BigInt(bps))],
  })

/** Most gas of one ETH release: the first write of the splitter's totals, and a new account. */
const RELEASE_GAS = 120_000n
/** Most gas of one ETH release to a contract, which gets 100,000 of its own. */
const CONTRACT_RELEASE_GAS = 220_000n
/** Gas of one release in coins, which runs no code of the payee. */
const COIN_RELEASE_GAS = 160_000n

const saltOf = (coin: Address): Hex => pad(coin)

/** The first argument of release. */
const TOKEN_AT = 4

const createCall = (coin: Address, shares: Shares): EvmCall => ({ to: CREATE2_DEPLOYER, data: concat([saltOf(coin), initCode(shares)]) })

const releaseCoinsCall = (split: Address, coin: Address, payee: Wallet): EvmCall => ({
  to: split,
  data: encodeFunctionData({ abi: splitAbi, functionName: 'release', args: [coin, payee as string as Address] }),
})

/**
 * OpenZeppelin's PaymentSplitter 4.9.6, their package's contract unchanged: immutable and without an owner. Each payee is released
 * separately, so that one that refuses payments does not block the others.
 * @see https://docs.openzeppelin.com/contracts/4.x/api/finance
 */
export const paymentSplitter: SplitKind = {
  id: 'payment-splitter',
  addressOf: async (_rpc, coin, shares) =>
    getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt: saltOf(coin), bytecode: initCode(shares) }),
  createCall,
  createStep: (coin, shares) => ({ ...createCall(zeroAddress, shares), words: [{ at: 0, word: coin }], returnsAddress: true }),
  payableWei: (balanceWei) => balanceWei,
  handOutSteps: (split, shares, coin) =>
    shares.map(({ wallet }) => ({
      to: split,
      data: releaseCoinsCall(zeroAddress, zeroAddress, wallet).data,
      words: [{ at: TOKEN_AT, word: coin }],
    })),
  distributeCalls: (split, shares, coin, contracts) =>
    shares.flatMap(({ wallet }) => [
      {
        to: split,
        data: encodeFunctionData({ abi: splitAbi, functionName: 'release', args: [wallet as string as Address] }),
        gas: contracts.has(wallet) ? CONTRACT_RELEASE_GAS : RELEASE_GAS,
      },
      ...(coin.too ? [{ ...releaseCoinsCall(split, coin.address, wallet), gas: COIN_RELEASE_GAS }] : []),
    ]),
  credits: false,
  paymentTopic: toEventSelector('PaymentReleased(address,uint256)'),
  paymentsIn({ topics, data }) {
    const { args } = decoded(() =>
      decodeEventLog({ abi: splitAbi, eventName: 'PaymentReleased', data, topics: topics as [Hex, ...Hex[]], strict: true }),
    )
    return [{ wallet: getAddress(args.to) as string as Wallet, wei: wei(args.amount) }]
  },
}
