import { expect, test } from 'bun:test'
import addFormats from 'ajv-formats'
import Ajv2020 from 'ajv/dist/2020'
import type { Mint } from '../../src/domain/brands.ts'
import { EVENT_TYPES } from '../../src/domain/events.ts'
import { messageBody } from '../../src/domain/webhooks/webhook.ts'
import { watchGraduations } from '../../src/features/coins/watch-graduations.ts'
import { closed } from '../support/answer-judge.ts'
import { createBuybackScene } from '../support/buyback-scene.ts'
import { makeKol } from '../support/make-kol.ts'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'

test('every event is told as /openapi.json says, field by field', async () => {
  const kol = newPerson()
  const scene = await createBuybackScene({ kols: [{ ...makeKol({ handle: 'holder', rank: 1, wallet: kol.wallet }), optedOut: false }] })
  const { app, mint } = scene
  // A coin that is launched, paid out, bought back and graduated; one that is wired later; one whose crew are its holders.
  await scene.buy(mint, 8)
  await scene.call('POST', '/api/agent/crank', { mint })
  await scene.runAt()
  const unlocked = await scene.launch({ ticker: 'XLOCKFAIL' })
  await scene.call('POST', '/api/agent/wire-fees', { mint: unlocked }, { key: OPERATOR_KEY })
  const held = await scene.launch({ ticker: 'HELD', crew: undefined, holderKol: true })
  await scene.buy(held, 1, kol.wallet)
  await scene.call('POST', '/api/agent/lock-holder-kol', { mint: held }, { key: OPERATOR_KEY })
  await app.call('POST', `/api/simulated/${mint}/graduate`)
  await app.clock.advance(60_000)
  await scene.run(watchGraduations)

  const document = closed((await app.call('GET', '/openapi.json')).body)
  const ajv = addFormats(new Ajv2020({ strict: false }))
  ajv.addSchema(document, 'openapi')
  const seen = new Set<string>()
  for (const coin of [mint, unlocked, held] as Mint[]) {
    for (const event of await app.deps.storage.events.list(coin)) {
      const pointer = `openapi#/webhooks/${event.type}/post/requestBody/content/application~1json/schema`
      const validate = ajv.getSchema(pointer) ?? ajv.compile({ $ref: pointer })
      const broken = validate(JSON.parse(messageBody(event))) ? [] : [event.type, validate.errors]
      expect(broken).toEqual([])
      seen.add(event.type)
    }
  }
  expect([...seen].toSorted()).toEqual([...EVENT_TYPES].toSorted())
  expect(Object.keys(document.webhooks).toSorted()).toEqual([...EVENT_TYPES, 'webhook.test'].toSorted())
  await app.close()
})
