import { newPerson } from '../../support/test-app.ts'
import { ofJobs, type Provocation } from './provocation.ts'

/** What the routes of jobs refuse so: `METHOD path status`. */
export const JOB_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  'POST /api/jobs/coin 403': ofJobs(async (scene) => scene.create({}, { key: await scene.app.claim() })),
  'POST /api/jobs/coin 409': ofJobs(async ({ app, mint, key }) => {
    const order = { mint, template: 'meme-pack', chainId: 'sim', asset: 'SOL', budget: 40 }
    const options = { key, headers: { 'x-idempotency-key': 'the-same-key' } }
    await app.call('POST', '/api/jobs/coin', order, options)
    return app.call('POST', '/api/jobs/coin', { ...order, budget: 41 }, options)
  }),
  'POST /api/jobs/coin 503': ofJobs((scene) => {
    scene.price = null
    return scene.create()
  }),
  'POST /api/jobs/{id}/verify 403': ofJobs(async (scene) => scene.verify(await scene.open(), {}, { key: await scene.app.claim() })),
  'POST /api/jobs/{id}/verify 409': ofJobs(async (scene) => scene.verify(await scene.open(), { approve: true })),
  'POST /api/jobs/{id}/cancel 403': ofJobs(async (scene) => scene.cancel(await scene.open(), {}, { key: await scene.app.claim() })),
  'POST /api/jobs/{id}/cancel 409': ofJobs(async (scene) => {
    const id = await scene.open()
    await scene.claim(id)
    await scene.submit(id)
    return scene.cancel(id)
  }),
  'POST /api/jobs/{id}/claim 403': ofJobs(async (scene) => scene.claim(await scene.open(), scene.app.launcher)),
  'POST /api/jobs/{id}/claim 409': ofJobs(async (scene) => {
    const id = await scene.open()
    await scene.claim(id)
    return scene.claim(id, newPerson())
  }),
  'POST /api/jobs/{id}/release 403': ofJobs(async (scene) => {
    const id = await scene.open()
    await scene.claim(id)
    return scene.release(id, newPerson())
  }),
  'POST /api/jobs/{id}/release 409': ofJobs(async (scene) => scene.release(await scene.open())),
  'POST /api/jobs/{id}/submit 403': ofJobs(async (scene) => {
    const id = await scene.open()
    await scene.claim(id)
    return scene.submit(id, ['https://public.test/page'], newPerson())
  }),
  'POST /api/jobs/{id}/submit 409': ofJobs(async (scene) => {
    const id = await scene.open()
    await scene.claim(id)
    await scene.submit(id)
    await scene.verify(id, { approve: true })
    return scene.submit(id, ['https://public.test/page2'])
  }),
}
