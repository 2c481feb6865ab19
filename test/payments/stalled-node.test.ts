import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { PRICE } from '../support/payment-bank.ts'
import { describeOnBase } from './support/base-node.ts'
import { newEvmPayer } from './support/evm-payer.ts'
import { FORMS, newCoin, paymentEnv, startPaidService } from './support/paid-service.ts'
import { startBaseScene } from './support/base-scene.ts'

const DRY_RUN = '/api/agent/launch/dry-run'

// A test that is out of time would take the node along.
setDefaultTimeout(180_000)

describeOnBase('the facilitator in the process, and its node', () => {
  let scene: Awaited<ReturnType<typeof startBaseScene>>
  beforeAll(async () => {
    scene = await startBaseScene()
  }, 180_000)
  afterAll(() => scene.stop())

  test('rules 7: a node that is not there: 503, never a fresh 402, and the same payment is good later', async () => {
    const dead = await startPaidService({ ...paymentEnv(FORMS[1], scene.node, ''), BASE_RPC_URL: 'http://127.0.0.1:9' })
    const payer = await newEvmPayer(scene.node)
    const headers = await payer.pay(PRICE.dryRun)
    const { body } = newCoin()
    expect(await dead.call('POST', DRY_RUN, body, headers)).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
    await dead.stop()
    await scene.serving(FORMS[1], async (service) => {
      expect((await service.call('POST', DRY_RUN, body, headers)).status).toBe(200)
    })
    expect(await scene.paidBy(payer.address)).toHaveLength(1)
  }, 180_000)

  test(
    'rules 7: a node that stops making blocks: 503 and no coin; when it goes on, the same payment is charged once',
    () =>
      scene.serving(FORMS[1], async (service) => {
        const payer = await newEvmPayer(scene.node)
        const headers = await payer.pay(PRICE.launch)
        const { body, launcherHeader } = newCoin()
        const send = () => service.call('POST', '/api/agent/launch', body, { ...headers, ...launcherHeader })
        await scene.node.call('evm_setAutomine', false)
        const stalled = await send()
        expect(stalled).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
        expect((await service.call('GET', '/api/coins')).body.coins).toEqual([])
        await scene.node.call('evm_setAutomine', true)
        await scene.node.call('anvil_mine', '0x1')
        expect((await send()).status).toBe(201)
        expect(await scene.paidBy(payer.address)).toHaveLength(1)
      }),
    90_000,
  )
})
