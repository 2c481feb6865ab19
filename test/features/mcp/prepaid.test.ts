import { expect, test } from 'bun:test'
import { balance, openSession, spending } from '../../support/credit-session.ts'
import { createPaidApp } from '../../support/payment-bank.ts'

const REVISION = '2025-06-18'

test('decision "Prepaid calls": a message to /mcp that a session key signed pays for the call in it, once; another message with its signature does not', async () => {
  const { app, bank } = await createPaidApp()
  const session = await openSession(app, bank.newPayer())
  const message = (ticker: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'dry_run', arguments: app.launchBody({ ticker }) } })
  const send = async (text: string, signed: Record<string, string>) => {
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': REVISION, ...signed }
    const { body } = await app.call('POST', '/mcp', text, { headers: { 'content-type': 'application/json', ...headers } })
    const json = typeof body === 'string' ? JSON.parse(/^data: (.+)$/m.exec(body)![1]!) : body
    return json.result as { isError?: boolean; structuredContent: any; _meta?: any }
  }
  const unpaid = await send(message('PAID'), {})
  expect(unpaid).toMatchObject({ isError: true, structuredContent: { credits: 'POST /api/credits', limits: { launchesPerHour: 5 } } })

  const headers = spending(app, session, 'POST', '/mcp', message('PAID'))
  const paid = await send(message('PAID'), headers)
  expect(paid).toMatchObject({ structuredContent: { ok: true }, _meta: { 'x402/payment-response': { success: true, network: 'credit' } } })
  expect((await send(message('PAID'), headers)).structuredContent.code).toBe('payment_used')
  expect((await send(message('OTHER'), headers)).structuredContent.code).toBe('wallet_signature_invalid')
  expect(await balance(app, session)).toBe('950000')
  await app.close()
})
