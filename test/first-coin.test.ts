import { expect, test } from 'bun:test'
import { startTestService } from 'agent-launch/testing'

test('decision "A service for a test": a coin is launched and traded, and an hour later its crew is paid', async () => {
  await using service = await startTestService()
  const [launcher, frog, toad] = [service.newWallet(), service.newWallet(), service.newWallet()]
  const post = async (path: string, body: object, headers = {}): Promise<any> =>
    (await service.fetch(path, { method: 'POST', body: JSON.stringify(body), headers })).json()
  const { key } = await post('/api/agent/keys/claim', { label: 'me' })
  const headers = { 'x-svc-api-key': key, 'x-launcher-key': launcher.secret, 'x-idempotency-key': 'frog-launch-1' }

  const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='
  const crew = [frog, toad].map(({ address }, at) => ({ handle: `@frog${at}`, wallet: address, share: 50 }))
  const coin = { name: 'Night Market Frog', ticker: 'NMFROG', imageBase64: picture, crew }
  const { dryRunId } = await post('/api/agent/launch/dry-run', coin, headers)
  await service.approve(dryRunId)
  const { mint } = await post('/api/agent/launch', { ...coin, dryRunId }, headers)

  await post(`/api/simulated/${mint}/trades`, { wallet: toad.address, side: 'buy', sol: 5 })
  await service.advance(3_600_000)
  const { coin: paid } = await (await service.fetch(`/api/coins/${mint}`)).json()
  expect(paid).toMatchObject({ feeShareLocked: true, paidSol: 0.014814813 })
})
