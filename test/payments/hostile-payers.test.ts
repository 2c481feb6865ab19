import { atomicUnits } from '../../src/domain/brands.ts'
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { encodeFunctionData, type Hex, hexToBigInt } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { paymentHeaders, PRICE } from '../support/payment-bank.ts'
import { type BaseNode, describeOnBase, FACILITATOR_KEY, startBaseNode, USDC_ABI } from './support/base-node.ts'
import { type EvmPayer, newEvmPayer } from './support/evm-payer.ts'
import { type ContractPayer, flip, newContractPayer, PAYER_CODE, startFrontRunner } from './support/hostile-payers.ts'
import { FORMS, newCoin, paymentEnv, type PaidService, startPaidService } from './support/paid-service.ts'

setDefaultTimeout(180_000)

const DRY_RUN = '/api/agent/launch/dry-run'
const GWEI = 1_000_000_000n

describeOnBase('payers that are contracts and mean ill, and the gas of the facilitator in the process', () => {
  let node: BaseNode
  let service: PaidService
  beforeAll(async () => {
    node = await startBaseNode()
  }, 180_000)
  afterAll(() => node.stop())
  afterEach(() => service.stop())
  const facilitator = privateKeyToAddress(FACILITATOR_KEY)
  const held = async () => hexToBigInt(await node.call<Hex>('eth_getBalance', facilitator, 'latest'))
  const sent = async () => hexToBigInt(await node.call<Hex>('eth_getTransactionCount', facilitator, 'latest'))
  /** What the wallet spent on the work, and how many transactions it sent. */
  const spending = async (work: () => Promise<unknown>) => {
    const [balance, count] = [await held(), await sent()]
    await work()
    return { wei: balance - (await held()), transactions: Number((await sent()) - count) }
  }
  const start = async (env: Record<string, string> = {}) => {
    service = await startPaidService({ ...paymentEnv(FORMS[1], node, ''), ...env })
  }
  const pay = (authorization: Parameters<typeof paymentHeaders>[0]) =>
    service.call('POST', DRY_RUN, newCoin().body, paymentHeaders(authorization))
  const journaled = async () => (await service.server.deps.storage.spending.spent('facilitator', 0 as never)).allAtomic

  test('decision "A payer that is a contract": an honest contract within the gas limit pays like anybody; the journal has what it did cost, to the wei', async () => {
    await start()
    const payer = await newContractPayer(node, PAYER_CODE.honest)
    const { wei, transactions } = await spending(async () => expect((await pay(payer.sign(PRICE.dryRun))).status).toBe(200))
    expect(transactions).toBe(1)
    expect(await node.balanceOf(payer.address)).toBe(1_000_000_000n - PRICE.dryRun)
    expect(await journaled()).toBe(atomicUnits(wei))
  })

  test.each(['burner', 'impostor'] as const)(
    'decision "A payer that is a contract": a %s is refused before anything is done: nothing sent, nothing kept',
    async (kind) => {
      await start()
      const payer = await newContractPayer(node, PAYER_CODE[kind])
      const spent = await spending(async () => {
        for (let times = 0; times < 3; times += 1)
          expect(await pay(payer.sign(PRICE.dryRun))).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
      })
      expect(spent).toEqual({ wei: 0n, transactions: 0 })
      expect([await service.states(), await journaled()]).toEqual([{}, atomicUnits(0n)])
    },
  )

  test('decision "A payer that is a contract": a signature so long that its bytes alone take the gas is refused as well', async () => {
    await start()
    const payer = await newContractPayer(node, PAYER_CODE.honest)
    const spent = await spending(async () =>
      expect(await pay(payer.sign(PRICE.dryRun, { signatureBytes: 3_500 }))).toMatchObject({
        status: 402,
        body: { code: 'payment_refused' },
      }),
    )
    expect(spent.transactions).toBe(0)
  })

  test('decision "A payer that is a contract": one that says no once it is in the block costs the gas limit at most, once: it is never settled again', async () => {
    const payer = await newContractPayer(node, PAYER_CODE.switched)
    await flip(node, payer, false)
    const front = startFrontRunner(node, () => flip(node, payer, true))
    await start({ BASE_RPC_URL: front.url })
    const authorization = payer.sign(PRICE.dryRun)
    const body = newCoin().body
    const send = () => service.call('POST', DRY_RUN, body, paymentHeaders(authorization))
    const spent = await spending(async () => {
      expect(await send()).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
      // It says yes again, as it would before each further try.
      for (let times = 0; times < 4; times += 1) {
        await flip(node, payer, false)
        expect(await send()).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
      }
    })
    expect(spent.transactions).toBe(1)
    const block = await node.call<{ transactions: { gas: Hex }[] }>('eth_getBlockByNumber', 'latest', true)
    expect(hexToBigInt(block.transactions[0]!.gas)).toBeLessThanOrEqual(150_000n)
    expect(await service.states()).toEqual({ rejected: 1 })
    expect(await node.balanceOf(payer.address)).toBe(1_000_000_000n)
    // What failed on chain was spent all the same.
    expect([await journaled(), spent.wei > 0n]).toEqual([atomicUnits(spent.wei), true])
    front.stop()
  })

  test('rules 10.29: a day’s budget: those whose first payment it is have a quarter of it; then 503 that says until when, and known ones still pay', async () => {
    const price = BigInt(await node.call<Hex>('eth_gasPrice'))
    // As much as 8 settlements on this node may cost.
    const budget = (price * 5n * 150_000n * 8n) / GWEI
    await start({ X402_DAILY_GWEI: String(budget) })
    const results = new Map<string, number>()
    const note = ({ status, body }: { status: number; body: any }) => {
      const end = `${status} ${body.code ?? 'ok'}`
      results.set(end, (results.get(end) ?? 0) + 1)
      return status
    }
    // Whose first payment it is has a part of its own.
    const wallet = await newEvmPayer(node)
    const payByWallet = async (payer: typeof wallet) =>
      (await service.call('POST', DRY_RUN, newCoin().body, await payer.pay(PRICE.dryRun))).status
    expect(await payByWallet(wallet)).toBe(200)
    const { wei } = await spending(async () => {
      for (let payers = 0; payers < 40 && !results.has('503 payment_budget_exceeded'); payers += 1) {
        const four: ContractPayer[] = []
        while (four.length < 4) four.push(await newContractPayer(node, PAYER_CODE.honest))
        await Promise.all(four.map(async (payer) => note(await pay(payer.sign(PRICE.dryRun)))))
      }
    })
    expect(results.get('503 payment_budget_exceeded')).toBeGreaterThan(0)
    expect(wei).toBeLessThanOrEqual((budget * GWEI) / 4n)
    expect(await journaled()).toBeGreaterThan(wei)
    const late = await pay((await newContractPayer(node, PAYER_CODE.honest)).sign(PRICE.dryRun))
    expect(late).toMatchObject({ status: 503, body: { code: 'payment_budget_exceeded' } })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await payByWallet(await newEvmPayer(node))).toBe(503)
    expect(await payByWallet(wallet)).toBe(200)
  })

  test('rules 10.29: wallets that paid once, and then move their money away in the same block, burn little of the day: others still pay', async () => {
    const price = BigInt(await node.call<Hex>('eth_gasPrice'))
    const budget = (price * 5n * 150_000n * 6n) / GWEI
    let thief: EvmPayer | null = null
    const front = startFrontRunner(node, async () => {
      if (thief === null) return
      const args = ['0x00000000000000000000000000000000000000aa', await node.balanceOf(thief.address)] as const
      await node.sendAs(thief.address, encodeFunctionData({ abi: USDC_ABI, functionName: 'transfer', args }))
    })
    await start({ BASE_RPC_URL: front.url, X402_DAILY_GWEI: String(budget), TRUSTED_PROXIES: '127.0.0.0/8' })
    let calls = 0
    const payBy = async (payer: EvmPayer) => {
      calls += 1
      const headers = { 'x-forwarded-for': `9.9.${calls}.7`, 'x-forwarded-proto': 'https' }
      return (await service.call('POST', DRY_RUN, newCoin().body, { ...(await payer.pay(PRICE.dryRun)), ...headers })).status
    }
    const payers: EvmPayer[] = []
    while (payers.length < 6) payers.push(await newEvmPayer(node))
    const [honest, ...thieves] = payers
    for (const payer of payers) expect(await payBy(payer)).toBe(200)
    const spent = await spending(async () => {
      for (const payer of thieves) {
        const ends: number[] = []
        for (let times = 0; times < 4; times += 1) {
          await node.mint(payer.address, 1_000_000n)
          thief = payer
          ends.push(await payBy(payer))
          thief = null
        }
        expect(ends).toEqual([402, 402, 503, 503])
      }
    })
    expect(spent.transactions).toBe(10)
    expect(spent.wei).toBeLessThan((budget * GWEI) / 4n)
    expect(await payBy(honest!)).toBe(200)
    expect(await payBy(await newEvmPayer(node))).toBe(200)
    front.stop()
  })

  test('rules 10.29: 20 settlements at once of a budget for a few: what the node was paid is within it, to the wei', async () => {
    const price = BigInt(await node.call<Hex>('eth_gasPrice'))
    const budget = (price * 5n * 150_000n * 6n) / GWEI
    await start({ X402_DAILY_GWEI: String(budget) })
    const payers: EvmPayer[] = []
    while (payers.length < 20) payers.push(await newEvmPayer(node))
    const headers = await Promise.all(payers.map((payer) => payer.pay(PRICE.dryRun)))
    const { wei, transactions } = await spending(async () => {
      const replies = await Promise.all(headers.map((header) => service.call('POST', DRY_RUN, newCoin().body, header)))
      for (const { status } of replies) expect([200, 402, 503]).toContain(status)
    })
    expect(wei).toBeLessThanOrEqual(budget * GWEI)
    expect([await journaled(), transactions > 0]).toEqual([atomicUnits(wei), true])
  })
})
