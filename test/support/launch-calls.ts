import { expect } from 'bun:test'
import { OPERATOR_KEY, type TestApp } from './test-app.ts'

const PATH = '/api/agent/launch'

/** Who calls, and whom: read at each call, since a test may start another app. */
interface Calling {
  readonly app: TestApp
  readonly key: string
}

/** What a key does around its launches. */
export const launchCalls = (current: () => Calling) => {
  const dryRun = async (changes: Record<string, unknown> = {}): Promise<string> => {
    const { app, key } = current()
    return (await app.call('POST', `${PATH}/dry-run`, app.launchBody(changes), { key })).body.dryRunId
  }
  const approve = (id: string) => {
    const { app } = current()
    return app.call('POST', `${PATH}/dry-run/${id}/approve`, undefined, {
      headers: app.signed(app.approver, (timestamp) => `svc-approve-dry-run:${id}:${timestamp}`),
    })
  }
  return {
    launch(body: object = current().app.launchBody(), headers: Record<string, string> = {}) {
      const { app, key } = current()
      return app.call('POST', PATH, body, { key, headers: { 'x-launcher-key': app.launcher.secret, ...headers } })
    },
    /** Makes a plan, and tells its id. */
    dryRun,
    approve,
    /** Makes a plan and has it approved; tells its id. */
    async approved(changes: Record<string, unknown> = {}): Promise<string> {
      const id = await dryRun(changes)
      expect((await approve(id)).status).toBe(200)
      return id
    },
    view: async (id: string) => (await current().app.call('GET', `${PATH}/dry-run/${id}`)).body,
    /** From now on the key launches approved plans alone. */
    async needApproval() {
      const { app, key } = current()
      const { id } = (await app.call('GET', '/api/agent/keys', undefined, { key })).body.keys[0]
      await app.call('PATCH', `/api/agent/keys/${id}`, { requireApproval: true }, { key: OPERATOR_KEY })
    },
  }
}
