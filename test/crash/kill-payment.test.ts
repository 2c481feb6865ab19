import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCreditMessage, spendMessage } from '../../src/domain/payments/credit.ts'
import { CREDIT_NETWORK, type Payment } from '../../src/domain/payments/payment.ts'
import { sha256Hex } from '../../src/lib/bytes.ts'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { type BaseNode, describeOnBase, startBaseNode } from '../payments/support/base-node.ts'
import { type EvmPayer, newEvmPayer } from '../payments/support/evm-payer.ts'
import { hasPaymentContracts, paymentContractsPath } from '../../scripts/contracts-cache.ts'
import { deployPermit2 } from '../payments/support/permit2-contracts.ts'
import { newPermit2Payer, PERMIT2_SCHEMES, type Permit2Scheme } from '../payments/support/permit2-payer.ts'
import { callService, FORMS, newCoin, paymentEnv, type Reply } from '../payments/support/paid-service.ts'
import { sessionHeaders } from '../support/credit-session.ts'
import { newPerson, type Person } from '../support/test-app.ts'
import { eventually } from '../support/eventually.ts'
import { PAY_TO, PRICE } from '../support/payment-bank.ts'
import { Secret } from '../../src/lib/secret.ts'

setDefaultTimeout(1_200_000)

// In full the service is killed at every step of each kind of paid call, 100 times in all at least; else at a sample of them.
const FULL = process.env.CRASH_TEST === 'full'
const KILLS_MIN = FULL ? 100 : 6
const STRIDE = FULL ? 1 : 19

describeOnBase('kill -9 at every step of a paid call', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kill-payment-'))
  const program = join(folder, 'crash-server.js')
  let node: BaseNode

  beforeAll(async () => {
    node = await startBaseNode()
    if (hasPaymentContracts()) await deployPermit2(node)
    else console.warn(`Payments by Permit2 are not killed: no contracts in ${paymentContractsPath()} (\`bun run contracts:pull\`).`)
    const built = await Bun.build({ entrypoints: [join(import.meta.dir, 'crash-server.ts')], target: 'bun', outdir: folder })
    expect(built.success).toBe(true)
  })
  afterAll(async () => {
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The service in a process of its own, with the facilitator in it. */
  async function spawn({ sweeps = false } = {}) {
    const child = Bun.spawn([process.execPath, program], {
      env: { DATA_DIR: folder, ...(sweeps ? { SWEEP_PAYMENTS: '1' } : {}), ...paymentEnv(FORMS[1], node, '') },
      stdout: 'pipe',
      stderr: 'inherit',
    })
    const { value } = await child.stdout.getReader().read()
    return { child, url: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}` }
  }

  type Service = Awaited<ReturnType<typeof spawn>>

  const end = async ({ child }: Service) => {
    child.kill('SIGKILL')
    await child.exited
  }

  /** A paid call of a payer of its own, so that the chain tells how often it was charged. */
  interface Order {
    readonly payer: Pick<EvmPayer, 'address'>
    readonly send: (to: Service, more?: Record<string, string>) => Promise<Reply>
    /** How often the work was done. */
    readonly done: (service: Service) => Promise<number>
    /** What a prepaid balance was charged; absent where the chain is. */
    readonly charges?: (service: Service) => Promise<readonly bigint[]>
  }

  const coinsNamed = async ({ url }: Service, name: string) =>
    ((await callService(url, 'GET', `/api/coins?q=${encodeURIComponent(name)}`)).body.coins as { name: string }[]).filter(
      (coin) => coin.name === name,
    ).length

  let number = 0

  async function orderLaunch(): Promise<Order> {
    const payer = await newEvmPayer(node)
    const name = `Killed Frog ${(number += 1)}`
    const { body, launcherHeader } = newCoin({ name })
    const headers = { ...(await payer.pay(PRICE.launch)), ...launcherHeader }
    return {
      payer,
      send: ({ url }, more = {}) => callService(url, 'POST', '/api/agent/launch', body, { ...headers, ...more }),
      done: (service) => coinsNamed(service, name),
    }
  }

  async function orderDryRun(scheme?: Permit2Scheme): Promise<Order> {
    const { body } = newCoin()
    const byPermit2 = scheme && (await newPermit2Payer(node))
    const byTransfer = await newEvmPayer(node)
    const payer = byPermit2 ?? byTransfer
    const headers = await (byPermit2 ? byPermit2.pay(scheme, PRICE.dryRun) : byTransfer.pay(PRICE.dryRun))
    return {
      payer,
      send: ({ url }, more = {}) => callService(url, 'POST', '/api/agent/launch/dry-run', body, { ...headers, ...more }),
      // A preview may be made again: it spends nothing.
      done: async () => 1,
    }
  }

  async function orderWireFees(service: Service): Promise<Order> {
    const payer = await newEvmPayer(node)
    const { body, launcherHeader } = newCoin({ name: `Unlocked Frog ${(number += 1)}`, ticker: 'XLOCKFAIL' })
    const launched = await callService(service.url, 'POST', '/api/agent/launch', body, {
      ...(await payer.pay(PRICE.launch)),
      ...launcherHeader,
    })
    const { mint } = launched.body
    const other = await newEvmPayer(node)
    const headers = { ...(await other.pay(PRICE.upkeep)), ...launcherHeader }
    return {
      payer: other,
      send: ({ url }, more = {}) => callService(url, 'POST', '/api/agent/wire-fees', { mint }, { ...headers, ...more }),
      done: async ({ url }) => Number((await callService(url, 'GET', `/api/coins/${mint}`)).body.coin.feeShareLocked),
    }
  }

  /** A call of this network address is answered with where the service is, which signed texts name. */
  const hostOf = async ({ url }: Service) => new URL((await callService(url, 'POST', '/api/credits', {})).body.accepts[0].resource).host

  const balanceOf = async (service: Service, session: Person) => {
    const host = await hostOf(service)
    const headers = sessionHeaders(session, Date.now(), (at) => readCreditMessage(host, session.wallet, at))
    return BigInt((await callService(service.url, 'GET', '/api/credits', undefined, headers)).body.balance ?? 0)
  }

  async function orderCredit(): Promise<Order> {
    const [payer, session] = [await newEvmPayer(node), newPerson()]
    const headers = await payer.pay(1_000_000n)
    return {
      payer,
      send: ({ url }, more = {}) => callService(url, 'POST', '/api/credits', { sessionKey: session.wallet }, { ...headers, ...more }),
      done: async (service) => Number(await balanceOf(service, session)) / 1_000_000,
    }
  }

  async function orderPrepaid(service: Service): Promise<Order> {
    const [payer, session] = [await newEvmPayer(node), newPerson()]
    await callService(service.url, 'POST', '/api/credits', { sessionKey: session.wallet, amountUsd: '3' }, await payer.pay(3_000_000n))
    const name = `Prepaid Frog ${(number += 1)}`
    const { body, launcherHeader } = newCoin({ name })
    const sent = { method: 'POST', target: '/api/agent/launch', bodySha256: sha256Hex(JSON.stringify(body)) }
    const host = await hostOf(service)
    const headers = { ...sessionHeaders(session, Date.now(), (at) => spendMessage(host, session.wallet, sent, at)), ...launcherHeader }
    return {
      payer,
      send: ({ url }, more = {}) => callService(url, 'POST', sent.target, body, { ...headers, ...more }),
      done: (now) => coinsNamed(now, name),
      charges: async (now) => [3_000_000n - (await balanceOf(now, session))].filter((spent) => spent > 0n),
    }
  }

  const KINDS = [
    { name: 'launch', order: () => orderLaunch(), status: 201, price: PRICE.launch },
    { name: 'dry-run', order: () => orderDryRun(), status: 200, price: PRICE.dryRun },
    { name: 'wire-fees', order: orderWireFees, status: 201, price: PRICE.upkeep },
    { name: 'credit', order: () => orderCredit(), status: 200, price: 1_000_000n },
    ...(hasPaymentContracts() ? PERMIT2_SCHEMES : []).map((scheme) => ({
      name: `dry-run by Permit2, ${scheme}`,
      order: () => orderDryRun(scheme),
      status: 200,
      price: PRICE.dryRun,
    })),
    { name: 'prepaid launch', order: orderPrepaid, status: 201, price: PRICE.launch },
  ] as const

  const chargesOf = async (service: Service, { payer, charges }: Order) =>
    charges ? charges(service) : (await node.paymentsTo(PAY_TO)).filter(({ from }) => from === payer.address).map(({ value }) => value)

  const paymentOf = async ({ payer, charges }: Order): Promise<Payment | undefined> => {
    const storage = await openStorage(new Secret(`sqlite:${join(folder, 'service.db')}`))
    const { rows } = await storage.payments.list({ limit: 200, cursor: null })
    await storage.close()
    return rows.find(
      (payment) => payment.payer === payer.address.toLowerCase() && (payment.network === CREDIT_NETWORK) === (charges !== undefined),
    )
  }

  test('decision "A paid call is charged when it succeeds": the retry with the same payment: charged once, the work done once', async () => {
    let service = await spawn()
    let kills = 0
    const steps: Record<string, number> = {}
    for (const [index, { name, order: make, status, price }] of KINDS.entries()) {
      for (let killAt = 1 + (FULL ? 0 : 3 * index); ; killAt += STRIDE) {
        const order = await make(service)
        const answered = await order.send(service, { 'x-test-kill-at': String(killAt) }).catch(() => null)
        if (answered) {
          expect({ name, killAt, status: answered.status }).toEqual({ name, killAt, status })
          steps[name] = killAt
          break
        }
        await service.child.exited
        kills += 1
        service = await spawn()
        const retried = await order.send(service)
        // A payment whose answer was on its way when the process died is used up: its work is done.
        const reported = { name, killAt, status: retried.status, code: retried.body.code }
        const wasAnswered = retried.status === 409 && retried.body.code === 'payment_used'
        expect(wasAnswered ? { ...reported, status } : reported).toMatchObject({ name, killAt, status })
        expect({ name, killAt, charges: await chargesOf(service, order) }).toEqual({ name, killAt, charges: [price] })
        expect({ name, killAt, done: await order.done(service) }).toEqual({ name, killAt, done: 1 })
        expect((await order.send(service)).body.code).toBe('payment_used')
        expect(await paymentOf(order)).toMatchObject({ state: 'done' })
      }
    }
    await end(service)
    console.log(`killed ${kills} times, at up to ${JSON.stringify(steps)} steps${FULL ? '' : '; CRASH_TEST=full kills at every one'}`)
    expect(kills).toBeGreaterThanOrEqual(KILLS_MIN)
  })

  test('decision "A paid call is charged when it succeeds": nobody comes back: charged once and the work done, or a refund due; or not charged at all', async () => {
    let service = await spawn({ sweeps: true })
    let kills = 0
    const ends: Record<string, number> = {}
    for (const [index, { name, order: make, price }] of KINDS.entries()) {
      for (let killAt = 2 + (FULL ? 0 : 4 * index); ; killAt += FULL ? 2 : 37) {
        const order = await make(service)
        const answered = await order.send(service, { 'x-test-kill-at': String(killAt) }).catch(() => null)
        if (answered) break
        await service.child.exited
        kills += 1
        service = await spawn({ sweeps: true })
        // What was never sent to be settled is forgotten; of the rest the chain tells, which may take until its time is over.
        await eventually(async () =>
          ['done', 'refund_due', 'refunded', 'unknown', 'none'].includes((await paymentOf(order))?.state ?? 'none'),
        )
        const payment = await paymentOf(order)
        const charges = await chargesOf(service, order)
        const done = await order.done(service)
        const state = payment?.state ?? 'none'
        ends[`${name} ${state}`] = (ends[`${name} ${state}`] ?? 0) + 1
        const charged = state === 'done' || state === 'refund_due'
        expect({ name, killAt, state, charges }).toEqual({ name, killAt, state, charges: charged ? [price] : [] })
        if (state === 'done') expect({ name, killAt, done }).toEqual({ name, killAt, done: 1 })
        // What was paid back cannot be spent too.
        if (name === 'credit' && state === 'refund_due') expect({ killAt, done }).toEqual({ killAt, done: 0 })
        if (!charged && !name.startsWith('dry-run')) expect({ name, killAt, done }).toEqual({ name, killAt, done: 0 })
      }
    }
    await end(service)
    console.log(`killed ${kills} times; what became of the payments: ${JSON.stringify(ends)}`)
    expect(kills).toBeGreaterThan(0)
  })
})
