import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { sampleKolsCsv } from '../../src/adapters/sample/sample-kols-csv.ts'
import { showPayment } from '../../src/commands/demo/demo-payment.ts'
import { paymentFindings } from '../../src/commands/doctor/payment-findings.ts'
import { BY_COMMAND } from '../../src/domain/operator/operator-act.ts'
import { importKols } from '../../src/features/kols/import-kols.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { type BaseNode, describeOnBase, startBaseNode } from './support/base-node.ts'
import { newEvmPayer } from './support/evm-payer.ts'
import { type FacilitatorServer, startFacilitator } from './support/facilitator-server.ts'
import { FORMS, paymentEnv, startPaidService } from './support/paid-service.ts'
import { machineTime } from '../support/machine-time.ts'

setDefaultTimeout(180_000)

const POOR_KEY: `0x${string}` = `0x${'0123456789abcdef'.repeat(4)}`

describeOnBase('rules 5.1: doctor and the demo where calls are paid', () => {
  let node: BaseNode
  let facilitator: FacilitatorServer
  beforeAll(async () => {
    node = await startBaseNode()
    facilitator = startFacilitator(node.url)
  })
  afterAll(async () => {
    facilitator.stop()
    await node.stop()
  })

  const env = (form: (typeof FORMS)[number]) => paymentEnv(form, node, facilitator.url)
  const lines = async (settings: Record<string, string>) =>
    (await paymentFindings(machineTime, readConfig(settings))).map(({ level, text }) => `${level}: ${text}`)

  test('doctor says whether payments can be settled, and sends nothing but questions', async () => {
    expect(await lines({})).toEqual([])
    expect(await lines(env(FORMS[0]))).toEqual(['ok: the facilitator settles on Base'])
    expect(await lines(env(FORMS[1]))).toEqual([expect.stringMatching(/^ok: the facilitator’s wallet 0x[0-9a-fA-F]{40} holds ETH$/)])
    expect(await lines({ ...env(FORMS[1]), X402_FACILITATOR_KEY: POOR_KEY })).toEqual([
      expect.stringMatching(/^fail: the facilitator’s wallet .* holds no ETH/),
    ])
    await node.call('anvil_setBalance', privateKeyToAddress(POOR_KEY), '0x38d7ea4c68000')
    expect(await lines({ ...env(FORMS[1]), X402_FACILITATOR_KEY: POOR_KEY })).toEqual([
      expect.stringMatching(/^warn: the facilitator’s wallet .* holds 0\.001 ETH: once that is gone, payments are answered with 503$/),
    ])
    expect(await lines({ ...env(FORMS[0]), X402_FACILITATOR_URL: 'http://127.0.0.1:9' })).toEqual(['fail: the facilitator does not answer'])
    const list = `http://127.0.0.1:9,${facilitator.url}`
    expect(await lines({ ...env(FORMS[0]), X402_FACILITATOR_URL: list })).toEqual([
      'fail: the facilitator 1 of 2 does not answer',
      'ok: the facilitator 2 of 2 settles on Base',
    ])
    const { X402_PAY_TO: payTo = '' } = env(FORMS[0])
    const mistyped = `0x${payTo.slice(2).replace(/[a-fA-F]/, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))}`
    expect(await lines({ ...env(FORMS[0]), X402_PAY_TO: mistyped })).toEqual(['fail: X402_PAY_TO or X402_FACILITATOR_KEY cannot be used'])
    expect(facilitator.calls).toEqual({ verify: 0, settle: 0 })
  })

  test('the demo shows a price, and with a wallet the payment of it', async () => {
    const service = await startPaidService(env(FORMS[0]))
    await importKols(service.server.deps, BY_COMMAND, { text: sampleKolsCsv, isEvmAddress: () => true, dryRun: false })
    const payer = await newEvmPayer(node)
    const printed: string[] = []
    const spy = spyOn(process.stdout, 'write').mockImplementation((text) => (printed.push(String(text)), true))
    try {
      await showPayment(service.url, {})
      expect(printed).toEqual([])
      await showPayment(service.url, { X402_PAY_TO: 'set' })
      await showPayment(service.url, { X402_PAY_TO: 'set', DEMO_PAYER_KEY: payer.key })
    } finally {
      spy.mockRestore()
    }
    const shown = printed.join('')
    expect(shown.match(/without a key +402 /g)).toHaveLength(2)
    expect(shown).toContain('DEMO_PAYER_KEY, a wallet with USDC on Base, would pay it')
    expect(shown).toMatch(/and with a payment +200 /)
    expect(shown).toMatch(/settled by 0x[0-9a-f]{64}/)
    expect(shown).not.toContain(payer.key)
    await service.stop()
  })
})
