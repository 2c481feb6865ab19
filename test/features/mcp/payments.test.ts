import { describe, expect, test } from 'bun:test'
import { createPaidApp, fromBase64Json, PRICE } from '../../support/payment-bank.ts'
import { GENERATIONS } from '../../support/mcp-client.ts'

/** A payment as a client of MCP sends it: the same object that HTTP carries in base64. */
const metaOf = (headers: Record<string, string>) => ({ 'x402/payment': fromBase64Json(Object.values(headers)[0]!) })

describe.each(GENERATIONS)('rules 5.1: a call without a key, with a client of %s', (_revision, connect) => {
  test('is told its price, runs once it is paid, and has its receipt; the same payment is charged once', async () => {
    const { app, bank } = await createPaidApp()
    const payer = bank.newPayer()
    const client = await connect(app)
    await client.tools()
    const unpaid = await client.call('dry_run', app.launchBody())
    expect(unpaid).toMatchObject({ isError: true, body: { x402Version: 2, accepts: [{ scheme: 'exact', amount: String(PRICE.dryRun) }] } })
    expect(JSON.parse(unpaid.texts[0]!)).toEqual(unpaid.body)

    const meta = metaOf(payer.pay(PRICE.dryRun))
    const paid = await client.call('dry_run', app.launchBody(), { meta })
    expect(paid).toMatchObject({ isError: false, body: { ok: true }, meta: { 'x402/payment-response': { success: true } } })
    expect(bank.transfers).toHaveLength(1)
    expect((await client.call('dry_run', app.launchBody(), { meta })).isError).toBe(true)
    expect((await client.call('dry_run', app.launchBody(), { meta: { 'x402/payment': 'nonsense' } })).isError).toBe(true)
    expect(bank.transfers).toHaveLength(1)
    await client.close()
    await app.close()
  })

  test('that is refused is not charged', async () => {
    const { app, bank } = await createPaidApp()
    const client = await connect(app)
    const meta = metaOf(bank.newPayer().pay(PRICE.dryRun))
    expect((await client.call('dry_run', app.launchBody({ ticker: '!' }), { meta })).body).toMatchObject({ code: 'validation_invalid' })
    expect(bank.transfers).toEqual([])
    await client.close()
    await app.close()
  })
})
