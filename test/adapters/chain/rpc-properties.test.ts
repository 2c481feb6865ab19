import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { encodeFunctionResult } from 'viem'
import { createEvmRpc, EvmRevert } from '../../../src/adapters/chains/evm/evm-rpc.ts'
import { multicallAbi } from '../../../src/adapters/chains/evm/evm-shape.ts'
import { MAINNET_GENESIS_HASH } from '../../../src/adapters/chains/genesis-hashes.ts'
import { RpcRefusal } from '../../../src/adapters/chains/rpc-endpoint.ts'
import { createSolanaRpc } from '../../../src/adapters/chains/solana/solana-rpc.ts'
import { createLookUp } from '../../../src/adapters/payments/look-up.ts'
import { connectPayments } from '../../../src/adapters/payments/payments.ts'
import { unixMs, usdMicros, wei } from '../../../src/domain/brands.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { changedJson, jsonOf, PROPERTY_INPUTS } from '../../support/property.ts'
import { createSeededRandom, type SeededRandom } from '../../support/seeded-random.ts'
import { machineTime } from '../../support/machine-time.ts'

const CONTEXT = { slot: 1_000 }
const ACCOUNT = { lamports: 5, owner: '11111111111111111111111111111111', executable: false, data: ['AAAA', 'base64'] }
const ADDRESS = `0x${'ab'.repeat(20)}` as const
const HASH = `0x${'cd'.repeat(32)}` as const
const AGGREGATE = encodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', result: [{ success: true, returnData: '0x01' }] })

/** What an honest node answers to each method. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  getGenesisHash: MAINNET_GENESIS_HASH,
  getMultipleAccounts: { context: CONTEXT, value: [ACCOUNT, null] },
  getBalance: { context: CONTEXT, value: 7 },
  getLatestBlockhash: { context: CONTEXT, value: { blockhash: '11111111111111111111111111111111', lastValidBlockHeight: 1_100 } },
  getEpochInfo: { absoluteSlot: 1_000, blockHeight: 1_000 },
  getSlot: 968,
  getMinimumBalanceForRentExemption: 890_880,
  getRecentPrioritizationFees: [{ slot: 1, prioritizationFee: 5 }],
  simulateTransaction: { context: CONTEXT, value: { err: null, logs: ['x'], unitsConsumed: 10, accounts: [ACCOUNT] } },
  sendTransaction: 'signature',
  getSignaturesForAddress: [{ signature: 'a', slot: 1, err: null }],
  getTokenLargestAccounts: { context: CONTEXT, value: [{ address: 'a' }] },
  eth_chainId: '0x2105',
  eth_getBlockByNumber: { number: '0x10', baseFeePerGas: '0x1', timestamp: '0x65f00000', transactions: [] },
  eth_maxPriorityFeePerGas: '0x1',
  eth_getBalance: '0x1',
  eth_getTransactionCount: '0x1',
  eth_getCode: '0x60',
  eth_estimateGas: '0x5208',
  eth_sendRawTransaction: HASH,
  eth_getTransactionReceipt: { blockNumber: '0x10', status: '0x1', logs: [] },
  eth_getLogs: [],
  eth_blockNumber: '0x10',
}

/** Of the token: the nonce of an authorization was not used. */
const UNUSED = `0x${'00'.repeat(32)}`
let called: unknown = AGGREGATE

let random: SeededRandom = createSeededRandom(1)

/** A whole answer of JSON-RPC, mostly with something changed: its result, its error, or all of it. */
function anyAnswer(method: string): string {
  const result = method === 'eth_call' ? called : (ANSWERS[method] ?? null)
  const proves = method === 'getGenesisHash' || method === 'eth_chainId'
  if (proves && random.below(50) > 0) return JSON.stringify({ jsonrpc: '2.0', id: 1, result })
  const answer = random.pick<() => unknown>([
    () => ({ jsonrpc: '2.0', id: 1, result }),
    () => ({ jsonrpc: '2.0', id: 1, result: changedJson(random, result) }),
    () => ({ jsonrpc: '2.0', id: 1, result: changedJson(random, changedJson(random, result)) }),
    () => ({ jsonrpc: '2.0', id: 1, result: jsonOf(random) }),
    () => ({
      jsonrpc: '2.0',
      id: 1,
      error: changedJson(random, { code: random.pick([3, -32000, -32002, -32005]), message: 'execution reverted', data: '0x' }),
    }),
    () => jsonOf(random),
  ])()
  return random.below(40) === 0 ? JSON.stringify(answer).slice(1) : JSON.stringify(answer)
}

let server: Bun.Server<undefined>
let urls: readonly Secret<string>[]
beforeAll(() => {
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => new Response(anyAnswer(((await request.json()) as { method: string }).method)),
  })
  urls = [new Secret(server.url.href)]
})
afterAll(() => server.stop(true))

const CALLS = Math.min(4_000, PROPERTY_INPUTS)
const AT_ONCE = CALLS / 8

/**
 * Makes so many calls, many at once since each waits before it asks again; says how many brought a value.
 * @throws Error of the first that ended otherwise than in a value or a refusal by name
 */
async function callMany(calls: readonly (() => Promise<unknown>)[]): Promise<number> {
  let values = 0
  const one = async (number: number): Promise<void> => {
    try {
      await calls[number % calls.length]!()
      values += 1
    } catch (error) {
      const named = error instanceof AppError && (error.code === 'upstream_unavailable' || error.code === 'payment_unavailable')
      if (!named && !(error instanceof RpcRefusal) && !(error instanceof EvmRevert)) {
        throw new Error(`call ${number} (${calls[number % calls.length]!.toString()}) ended in ${Bun.inspect(error)}`, { cause: error })
      }
    }
  }
  for (let done = 0; done < CALLS; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => one(done + number)))
  return values
}

describe('rules 10.1: a node that answers anything', () => {
  test('Solana: every call ends in a value, or in upstream_unavailable', async () => {
    random = createSeededRandom(21)
    const rpc = () => createSolanaRpc({ urls, time: machineTime })
    const values = await callMany([
      () => rpc().accounts(['a', 'b']),
      () => rpc().balanceLamports('a'),
      () => rpc().recentBlockhash(),
      () => rpc().finalSlot(),
      () => rpc().emptyAccountRentLamports(),
      () => rpc().recentUnitPricesMicroLamports(['a']),
      () => rpc().simulate('AAAA', { accounts: ['a'] }),
      () => rpc().send('AAAA'),
      () => rpc().transaction('signature'),
      () => rpc().signaturesOf('a'),
      () => rpc().largestTokenAccounts('a'),
    ])
    expect(values).toBeGreaterThan(0)
  }, 180_000)

  test('Base: every call ends in a value, in upstream_unavailable, or in what the contract refused', async () => {
    random = createSeededRandom(22)
    const rpc = () => createEvmRpc({ urls, chainId: 8453, time: machineTime })
    const call = { to: ADDRESS, data: '0x01' } as const
    const bid = { gasPriceWeiMax: wei(2), tipWei: wei(1) }
    const values = await callMany([
      () => rpc().head(),
      () => rpc().tipWei(),
      () => rpc().balanceWei(ADDRESS),
      () => rpc().nonce(ADDRESS, 'latest'),
      () => rpc().code(ADDRESS),
      () => rpc().estimateGas({ from: ADDRESS, ...call }),
      () => rpc().takesPayment(ADDRESS, 1n, bid),
      () => rpc().readMany([call]),
      () => rpc().tryBounded([{ ...call, gas: 100_000n }], ADDRESS, bid),
      () => rpc().send('0x01'),
      () => rpc().receipt(HASH),
      () => rpc().block(1),
      () => rpc().logs({ address: ADDRESS, topic: HASH, fromBlock: 1, toBlock: 2 }),
    ])
    expect(values).toBeGreaterThan(0)
  }, 180_000)

  test('payments: every look-up ends in what became of the payment, or in payment_unavailable', async () => {
    random = createSeededRandom(23)
    called = UNUSED
    const lookUp = () => createLookUp(connectPayments(machineTime, urls[0]!).client)
    const payment = {
      network: 'eip155:8453',
      payer: ADDRESS,
      payTo: ADDRESS,
      nonce: HASH,
      amountUsdMicros: usdMicros(1),
      validBeforeMs: unixMs(2e12),
    }
    const values = await callMany([async () => expect(['open', 'lapsed']).toContain((await lookUp()(payment, unixMs(0))).state)])
    called = AGGREGATE
    expect(values).toBeGreaterThan(0)
  }, 180_000)
})
