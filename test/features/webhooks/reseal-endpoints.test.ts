import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { KeyId } from '../../../src/domain/brands.ts'
import { resealEndpoints } from '../../../src/features/webhooks/reseal-endpoints.ts'
import { createSecretBox } from '../../../src/lib/secret-box.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { later, nowMs, webhookRows } from '../../support/webhook-rows.ts'

const [OLD, NEW] = ['the sealing key from before', 'the sealing key of today'].map((text) => new Secret(text)) as [
  Secret<string>,
  Secret<string>,
]
const old = createSecretBox(OLD, 'webhook-secrets')
const boxes = { own: createSecretBox(NEW, 'webhook-secrets'), both: createSecretBox(NEW, 'webhook-secrets', OLD) }

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())
const { endpointOf } = webhookRows(() => app.deps.storage)

/** An endpoint whose texts this box sealed, each other than the other ones. */
async function sealedBy(box: typeof old, previousUntilMs = later(1e9)) {
  const { id, ...rest } = endpointOf('ak_1' as KeyId)
  const seal = (text: string) => box.seal(new Secret(`${text} of ${id}`), id)
  const previous = { sealedSecret: seal('previous'), untilMs: previousUntilMs }
  const endpoint = { ...rest, id, sealedSecret: seal('secret'), previous, sealedUrl: seal('url') }
  await app.deps.storage.webhooks.insert(endpoint)
  return endpoint
}
const find = async ({ id }: { readonly id: Awaited<ReturnType<typeof sealedBy>>['id'] }) => (await app.deps.storage.webhooks.find(id))!
const opened = async (endpoint: Awaited<ReturnType<typeof sealedBy>>, box = boxes.own) => {
  const { id, sealedSecret, previous, sealedUrl } = await find(endpoint)
  return [sealedSecret, previous!.sealedSecret, sealedUrl!].map((text) => box.open(text, id).reveal())
}
const textsOf = ({ id }: { readonly id: string }) => ['secret', 'previous', 'url'].map((text) => `${text} of ${id}`)

test('decision "The sealing key rotates": what the old key sealed opens with the new one, and the log says so', async () => {
  const [first, second, done] = [await sealedBy(old), await sealedBy(old), await sealedBy(boxes.own)]
  // Until then both keys serve.
  expect(await opened(first, boxes.both)).toEqual(textsOf(first))
  expect(await resealEndpoints(app.deps, boxes)).toEqual({ lost: null, resealed: 2 })
  for (const endpoint of [first, second, done]) expect(await opened(endpoint)).toEqual(textsOf(endpoint))
  expect(await find(done)).toEqual(done)
  expect((await app.deps.storage.operatorLog.list({ limit: 9, cursor: null })).rows).toMatchObject([
    { kind: 'secretKey.resealed', by: { way: 'command' }, detail: { endpoints: 2 } },
  ])
  expect(await resealEndpoints(app.deps, boxes)).toEqual({ lost: null, resealed: 0 })
})

test('decision "The sealing key rotates": ended in the middle, it goes on where it was', async () => {
  const all = [await sealedBy(old), await sealedBy(old), await sealedBy(old)]
  const { storage } = app.deps
  let times = 0
  const dying = {
    ...app.deps,
    storage: new Proxy(storage, {
      get: (target, name) =>
        name === 'webhooks'
          ? {
              list: target.webhooks.list,
              find: target.webhooks.find,
              reseal: async (...asked: Parameters<typeof storage.webhooks.reseal>) => {
                if (++times === 2) throw new Error('killed')
                return target.webhooks.reseal(...asked)
              },
            }
          : Reflect.get(target, name),
    }),
  }
  await expect(resealEndpoints(dying, boxes)).rejects.toThrow('killed')
  for (const endpoint of all) expect(await opened(endpoint, boxes.both)).toEqual(textsOf(endpoint))
  expect(await resealEndpoints(app.deps, boxes)).toEqual({ lost: null, resealed: 2 })
  for (const endpoint of all) expect(await opened(endpoint)).toEqual(textsOf(endpoint))
})

test('decision "The sealing key rotates": where neither key opens what is needed nothing is changed', async () => {
  const third = createSecretBox(new Secret('a key that nobody has any more'), 'webhook-secrets')
  const [ours, lost] = [await sealedBy(old), await sealedBy(third)]
  expect(await resealEndpoints(app.deps, boxes)).toEqual({ lost: [lost], resealed: null })
  expect(await find(ours)).toEqual(ours)
  expect((await app.deps.storage.operatorLog.list({ limit: 9, cursor: null })).rows).toEqual([])
  // What has expired is needed no more.
  await app.deps.storage.webhooks.delete(lost.id)
  const kept = await sealedBy(old)
  const sealedSecret = third.seal(new Secret('over'), kept.id)
  await app.deps.storage.webhooks.delete(kept.id)
  await app.deps.storage.webhooks.insert({ ...kept, previous: { sealedSecret, untilMs: nowMs } })
  await app.clock.advance(Math.max(0, nowMs - app.clock.nowMs() + 1))
  expect(await resealEndpoints(app.deps, boxes)).toEqual({ lost: null, resealed: 2 })
  expect((await find(kept)).previous).toBeNull()
})
