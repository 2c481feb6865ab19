import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type AgentLaunchClient,
  ApiError,
  approveDryRun,
  createClient,
  dataOf,
  handleWebhook,
  launch,
  type LaunchRequest,
  launchUnsigned,
  newSigner,
  readReferrals,
  verifyWebhook,
  waitForApproval,
  waitForLaunch,
  wireFeesUnsigned,
} from '../../clients/typescript/src/agent-launch-client.ts'
import { CREW_WALLETS, OPERATOR_KEY, pngBytes } from '../support/test-app.ts'
import { type ClientService, startClientService } from '../support/client-service.ts'

type Send = (request: Request) => Promise<Response>

const send: Send = (request) => fetch(request)

const newBody = (changes: Partial<LaunchRequest> = {}): LaunchRequest => ({
  name: 'Night Market Frog',
  ticker: 'NMFROG',
  imageBase64: Buffer.from(pngBytes()).toString('base64'),
  crew: [{ handle: '@one', wallet: CREW_WALLETS[0]!, share: 100 }],
  ...changes,
})

describe('decision "The typed client": the typed client, against a service in a process of its own', () => {
  let server: ClientService
  beforeAll(async () => {
    server = await startClientService()
  })
  afterAll(() => server.stop())

  async function keyed(fetch: Send = send, more: { requireApproval?: boolean } = {}): Promise<AgentLaunchClient> {
    const operator = createClient({ baseUrl: server.url, apiKey: OPERATOR_KEY })
    const { key } = dataOf(await operator.POST('/api/agent/keys', { body: { label: 'client', launchesPerHour: 50, ...more } }))
    return createClient({ baseUrl: server.url, apiKey: key, fetch })
  }

  const launcherKeyOf = ({ secretKey }: { secretKey: Uint8Array }) => JSON.stringify([...secretKey])

  test('a launch whose answer is lost is repeated with its key, and there is one coin', async () => {
    const sent: string[] = []
    let lost = 0
    const client = await keyed(async (request) => {
      const answer = await fetch(request)
      if (new URL(request.url).pathname !== '/api/agent/launch') return answer
      sent.push(request.headers.get('x-idempotency-key')!)
      if (sent.length > 2) return answer
      lost += answer.status === 201 ? 1 : 0
      throw new TypeError('the connection was cut')
    })
    const launcher = await newSigner()
    const answer = await launch(client, newBody(), { launcherKey: launcherKeyOf(launcher) })
    expect(answer.data?.feeShareLocked).toBe(true)
    expect(answer.response.headers.get('idempotency-replayed')).toBe('true')
    expect(lost).toBe(2)
    expect(sent).toEqual(Array.from({ length: 3 }, () => answer.idempotencyKey))
    const { launches } = dataOf(await client.GET('/api/agent/launches'))
    expect(launches.map(({ mint, launcher: by }) => [mint, by])).toEqual([[answer.data!.mint, launcher.address]])

    const later = await launch(client, newBody(), { launcherKey: launcherKeyOf(launcher), idempotencyKey: answer.idempotencyKey })
    expect(later.data?.mint).toBe(answer.data!.mint)
    const other = await launch(client, newBody({ ticker: 'OTHER' }), {
      launcherKey: launcherKeyOf(launcher),
      idempotencyKey: answer.idempotencyKey,
    })
    expect(other.error?.code).toBe('idempotency_key_reused')
  })

  test('what would be done twice is sent once, and what asks for patience is asked again', async () => {
    let calls = 0
    const failing = await keyed(async (request) => {
      if (request.method === 'POST') {
        calls += 1
        throw new TypeError('the connection was cut')
      }
      return fetch(request)
    })
    await expect(failing.POST('/api/agent/launch/dry-run', { body: newBody() })).rejects.toThrow('the connection was cut')
    expect(calls).toBe(1)

    const answers = [503, 429, 409, 200]
    const asked = createClient({
      baseUrl: server.url,
      fetch: async () => Response.json({ ok: true }, { status: answers.shift()!, headers: { 'retry-after': '0' } }),
    })
    expect((await asked.GET('/api/coins')).response.status).toBe(200)
    expect(answers).toEqual([])

    const busy = createClient({
      baseUrl: server.url,
      repeatForMs: 1_000,
      fetch: async () => Response.json({ code: 'rate_limit_exceeded' }, { status: 429, headers: { 'retry-after': '60' } }),
    })
    expect((await busy.GET('/api/coins')).error?.code).toBe('rate_limit_exceeded')
  })

  test('an approval is waited for, signed by a wallet, and comes without the key', async () => {
    const keys: (string | null)[] = []
    const client = await keyed(
      async (request) => {
        if (request.url.endsWith('/approve')) keys.push(request.headers.get('x-svc-api-key'))
        return fetch(request)
      },
      { requireApproval: true },
    )
    const launcher = await newSigner()
    const body = newBody({ launcherPubkey: launcher.address })
    const unasked = await launch(client, body, { launcherKey: launcherKeyOf(launcher) })
    expect(unasked.error?.code).toBe('dry_run_required')

    const plan = dataOf(await client.POST('/api/agent/launch/dry-run', { body }))
    expect((await approveDryRun(client, plan.dryRunId, await newSigner())).error?.code).toBe('approver_not_allowed')
    const waiting = waitForApproval(client, plan.dryRunId, { pollMs: 5 })
    const approved = dataOf(await approveDryRun(client, plan.dryRunId, server.approver))
    expect(approved.approvedByWallet).toBe(server.approver.address)
    expect(dataOf(await waiting).approvedByWallet).toBe(server.approver.address)
    expect(keys).toEqual([null, null])

    const launched = await launch(client, { ...body, dryRunId: plan.dryRunId }, { launcherKey: launcherKeyOf(launcher) })
    expect(launched.data?.dryRunId).toBe(plan.dryRunId)
    expect((await waitForApproval(client, 'unknown')).error?.code).toBe('dry_run_unknown')
    expect((await approveDryRun(client, 'unknown', server.approver)).error?.code).toBe('dry_run_unknown')
    expect((await readReferrals(client, server.approver)).error?.code).toBe('kol_not_found')
  })

  test('a wait that is given up ends with the reason', async () => {
    const client = await keyed()
    const plan = dataOf(await client.POST('/api/agent/launch/dry-run', { body: newBody() }))
    const giveUp = new AbortController()
    const waiting = waitForApproval(client, plan.dryRunId, { pollMs: 60_000, signal: giveUp.signal })
    giveUp.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })

  test('an unsigned launch is signed here: no secret is sent', async () => {
    const sent: string[] = []
    const client = await keyed(async (request) => {
      sent.push(JSON.stringify([...request.headers]) + (await request.clone().text()))
      return fetch(request)
    })
    const [launcher, mint] = [await newSigner(), await newSigner()]
    const body = { ...newBody(), launcherPubkey: launcher.address, mintPubkey: mint.address }
    await expect(launchUnsigned(client, body, [launcher])).rejects.toThrow(mint.address)
    const launched = dataOf(await launchUnsigned(client, body, [launcher, mint]))
    expect(launched).toMatchObject({ mint: mint.address, launcher: launcher.address, feeShareLocked: true })
    const secrets = [launcher, mint].map(launcherKeyOf)
    expect(sent.filter((text) => secrets.some((secret) => text.includes(secret)) || text.includes('x-launcher-key'))).toEqual([])

    expect(await waitForLaunch(client, launched.launchId)).toMatchObject({ mint: mint.address, state: 'locked' })
    expect(await waitForLaunch(client, 'op_of_another')).toBeNull()
  })

  test('fees that a launch left open are locked by a signature of this program', async () => {
    const client = await keyed()
    const [launcher, mint] = [await newSigner(), await newSigner()]
    const body = { ...newBody({ ticker: 'XLOCKFAIL' }), launcherPubkey: launcher.address, mintPubkey: mint.address }
    expect(dataOf(await launchUnsigned(client, body, [launcher, mint])).feeShareLocked).toBe(false)
    const order = { mint: mint.address, launcherPubkey: launcher.address, crew: body.crew! }
    expect(dataOf(await wireFeesUnsigned(client, order, [launcher]))).toMatchObject({ mint: mint.address, feeShareLocked: true })
    expect((await wireFeesUnsigned(client, order, [launcher])).error?.code).toBe('fee_share_already_locked')
  })

  test('a webhook message is verified and goes to the handler of its name', async () => {
    const received: { headers: Headers; body: string }[] = []
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    const receiver = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        received.push({ headers: request.headers, body: await request.text() })
        resolve()
        return new Response(null, { status: 204 })
      },
    })
    try {
      const client = await keyed()
      const { secret, webhook } = dataOf(
        await client.POST('/api/webhooks', { body: { url: `http://127.0.0.1:${receiver.port}/`, events: ['launch.created'] } }),
      )
      const launched = dataOf(await launch(client, newBody(), { launcherKey: launcherKeyOf(await newSigner()) }))
      await arrived
      const [{ headers, body }] = received as [(typeof received)[number]]
      const message = verifyWebhook(['whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', secret], headers, body)
      const mints: string[] = []
      expect(await handleWebhook(message, { 'launch.created': ({ data: { mint } }) => mints.push(mint) })).toBe(true)
      expect(await handleWebhook(message, { 'coin.graduated': () => mints.push('none') })).toBe(false)
      expect(mints).toEqual([launched.mint])
      expect(() => verifyWebhook(secret, headers, body.replace(launched.mint, CREW_WALLETS[0]!))).toThrow()
      expect(() => verifyWebhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', headers, body)).toThrow()
      expect(() => verifyWebhook([], headers, body)).toThrow()
      dataOf(await client.DELETE('/api/webhooks/{id}', { params: { path: { id: webhook.id } } }))
    } finally {
      await receiver.stop(true)
    }
  })

  test('a refusal becomes an exception for who wants one', async () => {
    const client = createClient({ baseUrl: server.url })
    const answer = await client.POST('/api/agent/launch/dry-run', { body: newBody() })
    expect(() => dataOf(answer)).toThrow(ApiError)
    expect(answer.error?.fix).not.toBe('')

    const page = async () => new Response('<h1>Not here</h1>', { status: 404, headers: { 'content-type': 'text/html' } })
    const elsewhere = await createClient({ baseUrl: server.url, fetch: page }).GET('/api/coins')
    expect(() => dataOf(elsewhere)).toThrow('is baseUrl right?')
  })
})
