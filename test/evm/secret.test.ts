import { expect, setDefaultTimeout, test } from 'bun:test'
import { describeAnvil } from './support/anvil.ts'
import { createEvmService } from './support/evm-service.ts'

setDefaultTimeout(180_000)

describeAnvil('the secret of an EVM launcher', () => {
  test('rules 5.2: is in no log line, no row and no answer, in any way of writing it', async () => {
    const service = await createEvmService()
    const launcher = await service.person()
    const answers = [await service.post('/api/agent/launch', service.body(launcher), launcher)]
    expect(answers[0]!.status).toBe(201)
    const { mint } = answers[0]!.body
    await service.trade(mint, 10n ** 18n)
    answers.push(await service.post('/api/agent/crank', { mint }, launcher))
    const poor = await service.person(1n)
    answers.push(await service.post('/api/agent/launch', service.body(poor), poor))
    answers.push(await service.get('/api/agent/launches'), await service.get(`/api/agent/status/${mint}`))
    const { storage } = service.app.deps
    const page = { limit: 200, cursor: null }
    const rows = [
      await storage.operations.listLaunches(null, page),
      await storage.coins.list(page),
      await storage.remits.list(page),
      await storage.events.list(mint),
    ]
    const text = JSON.stringify([answers, rows, service.app.logLines], (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    for (const { key } of [launcher, poor]) {
      const bytes = Buffer.from(key.slice(2), 'hex')
      for (const written of [key.slice(2), key.slice(2).toUpperCase(), bytes.toString('base64').replace(/=+$/, ''), [...bytes].join(',')]) {
        expect(text).not.toContain(written)
      }
    }
    expect(text).toContain(launcher.wallet)
    await service.stop()
  })
})
