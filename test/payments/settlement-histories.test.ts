import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Hex, hexToBigInt, numberToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { atomicUnits } from '../../src/domain/brands.ts'
import { BOOKS, sayBooks } from '../support/books.ts'
import { PAY_TO, PRICE } from '../support/payment-bank.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { type BaseNode, describeOnBase, FACILITATOR_KEY, startBaseNode } from './support/base-node.ts'
import { type EvmPayer, newEvmPayer } from './support/evm-payer.ts'
import { FORMS, newCoin, paymentEnv, type PaidService, startPaidService } from './support/paid-service.ts'

// A thousand settlements take minutes.
setDefaultTimeout(36_000_000)

const PAYERS = 10
const CALLS = [
  { method: 'POST', path: '/api/agent/launch/dry-run', price: PRICE.dryRun },
  { method: 'GET', path: '/api/agent/launches', price: PRICE.upkeep },
] as const

describeOnBase('rules 7, 10.29: random histories of payments that the service settles itself', () => {
  let node: BaseNode
  let service: PaidService
  beforeAll(async () => {
    node = await startBaseNode()
    service = await startPaidService({ ...paymentEnv(FORMS[1], node, ''), TRUSTED_PROXIES: '127.0.0.0/8' })
  })
  afterAll(async () => {
    await service.stop()
    await node.stop()
  })
  const facilitator = privateKeyToAddress(FACILITATOR_KEY)
  const held = async () => hexToBigInt(await node.call<Hex>('eth_getBalance', facilitator, 'latest'))

  test(`after ${BOOKS.settlements} settlements what is journaled is what the chain took, to the wei, and what was sold is what came, to the millionth of a dollar`, async () => {
    const random = createSeededRandom(BOOKS.seed)
    const { storage } = service.server.deps
    const payers: EvmPayer[] = []
    while (payers.length < PAYERS) payers.push(await newEvmPayer(node, 100_000_000_000n))
    const before = { wei: await held(), usd: await node.balanceOf(PAY_TO) }
    const seen = { giftsWei: 0n, repeated: 0, refused: 0, calls: 0 }
    const used: { headers: Record<string, string>; call: (typeof CALLS)[number] }[] = []

    const ask = async ({ headers, call: { method, path } }: (typeof used)[number]) => {
      seen.calls += 1
      const from = { 'x-forwarded-for': `9.9.${seen.calls % 250}.${random.below(250)}`, 'x-forwarded-proto': 'https' }
      return service.call(method, path, method === 'POST' ? newCoin().body : undefined, { ...headers, ...from })
    }
    const pay = async (payer: EvmPayer, changes = {}) => {
      const call = random.pick(CALLS)
      const paid = { headers: await payer.pay(call.price, changes), call }
      const { status } = await ask(paid)
      if (status === 200) used.push(paid)
      return status
    }
    while (used.length < BOOKS.settlements) {
      const kind = random.below(12)
      if (kind < 7) expect(await pay(random.pick(payers))).toBe(200)
      if (kind === 7) await Promise.all(payers.map((payer) => pay(payer)))
      if (kind === 8 && used.length > 0) {
        expect((await ask(random.pick(used.slice(-5)))).status).toBe(409)
        seen.repeated += 1
      }
      if (kind === 9) {
        expect(await pay(random.pick(payers), { signature: `0x${'12'.repeat(65)}` })).toBe(402)
        seen.refused += 1
      }
      if (kind > 9) {
        const gift = BigInt(1 + random.below(1_000_000_000))
        await node.call('anvil_setBalance', facilitator, numberToHex((await held()) + gift))
        seen.giftsWei += gift
      }
    }
    const [spentWei, cameUsd] = [before.wei + seen.giftsWei - (await held()), (await node.balanceOf(PAY_TO)) - before.usd]
    const { allAtomic } = await storage.spending.spent('facilitator', 0 as never)
    expect(allAtomic).toBe(atomicUnits(spentWei))
    expect(cameUsd).toBe(used.reduce((sum, { call }) => sum + call.price, 0n))
    expect(await service.states()).toEqual({ done: used.length })
    expect(new Set((await node.paymentsTo(PAY_TO)).map(({ transaction }) => transaction)).size).toBe(used.length)
    sayBooks('payments on Base', { settled: used.length, ...seen, spentWei, cameUsd })
  })
})
