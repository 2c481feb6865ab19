import { describe, expect, test } from 'bun:test'
import { toBase58 } from '../../../src/lib/bytes.ts'
import { approvalMessage } from '../../../src/features/dry-run/approve-dry-run.ts'
import { connectModern, GENERATIONS, OTHER_MANNERS } from '../../support/mcp-client.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'
import { signOffer } from '../../support/sign-offer.ts'
import { createTestApp, OPERATOR_KEY } from '../../support/test-app.ts'

describe.each(GENERATIONS)('decision "MCP": MCP with a client of %s', (_revision, connect) => {
  test('lists tools with title, description, schemas and all four annotations', async () => {
    const app = await createTestApp({ env: { JOBS_ENABLED: '1' } })
    const client = await connect(app)
    const tools = await client.tools()
    for (const tool of tools) {
      expect(tool.title.length, tool.name).toBeGreaterThan(3)
      expect(tool.description.length, tool.name).toBeGreaterThan(3)
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      // Clients take no choice at the root of a tool's arguments.
      for (const keyword of ['anyOf', 'oneOf', 'allOf']) expect(tool.inputSchema).not.toHaveProperty(keyword)
      expect(tool.outputSchema?.type ?? 'object').toBe('object')
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations
      expect([readOnlyHint, destructiveHint, idempotentHint, openWorldHint].map((hint) => typeof hint)).toEqual(Array(4).fill('boolean'))
    }
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
    await client.close()
    await app.close()
  })

  test('has no tool of a route that is switched off', async () => {
    const [on, off] = await Promise.all([createTestApp({ env: { JOBS_ENABLED: '1' } }), createTestApp()])
    const [withJobs, without] = await Promise.all([connect(on), connect(off)])
    const names = async (client: typeof withJobs) => (await client.tools()).map(({ name }) => name as string)
    const left = (await names(withJobs)).filter((name) => /job/.test(name))
    expect(left).toEqual(['jobs', 'job', 'job_templates', 'create_job', 'verify_job', 'cancel_job'])
    expect(await names(without)).toEqual((await names(withJobs)).filter((name) => !left.includes(name)))
    await expect(without.call('create_job', {})).rejects.toMatchObject({ code: -32_602 })
    await Promise.all([withJobs.close(), without.close()])
    await Promise.all([on.close(), off.close()])
  })

  test('launches a coin, reads it and distributes its fees, by tools alone', async () => {
    const app = await createTestApp({ impatient: true, env: { CRANK_PAYER_KEY: toBase58(newKeyPair().secretKey.reveal()) } })
    const keyless = await connect(app)
    const claimed = await keyless.call('claim_key', { label: 'walker' })
    expect(claimed.body.key).toStartWith('svc_ak_')
    const client = await connect(app, { key: claimed.body.key })
    // From here on the client holds every answer against its tool's schema.
    await client.tools()

    const mint = newKeyPair()
    const launch = app.launchBody({ mintPubkey: toBase58(mint.publicKey) })
    const dryRun = await client.call('dry_run', launch)
    expect(dryRun).toMatchObject({ isError: false, body: { ok: true, approvalRequired: false } })
    const offer = await client.call('prepare_launch', { ...launch, dryRunId: dryRun.body.dryRunId })
    expect(offer).toMatchObject({ isError: false, body: { mint: launch.mintPubkey } })
    const received: number[] = []
    const signed = { launchId: offer.body.launchId, transactions: signOffer(offer.body, [app.launcher.pair, mint]) }
    const launched = await client.call('submit_signed', signed, { onProgress: ({ progress }) => received.push(progress) })
    expect(launched).toMatchObject({ isError: false, body: { mint: launch.mintPubkey, feeShareLocked: true } })
    expect(received).toEqual([1])
    expect(JSON.parse(launched.texts[0]!)).toEqual(launched.body)
    // Again: the same coin, and no second one.
    expect((await client.call('submit_signed', signed)).body).toEqual(launched.body)

    const { mint: address } = launched.body
    expect((await client.call('coin', { mint: address })).body.coin).toMatchObject({ mint: address, feeShareLocked: true })
    expect((await client.call('launch_status', { mint: address })).body).toMatchObject({ feeShareLocked: true })
    expect((await client.call('list_launches', { limit: 1 })).body.launches).toHaveLength(1)
    expect((await client.read(`http://launch.test/api/coins/${address}`)).text).toContain(address)

    await app.call('POST', `/api/simulated/${address}/trades`, { wallet: app.approver.wallet, side: 'buy', sol: 2 })
    const cranked = await client.call('crank', { mint: address })
    expect(cranked).toMatchObject({ isError: false, body: { ok: true } })
    expect((await client.call('remits', { mint: address, limit: 5 })).body.remits.length).toBeGreaterThan(0)
    expect((await client.call('proof', { limit: 2 })).body.items).toHaveLength(2)
    await Promise.all([keyless.close(), client.close()])
    await app.close()
  })

  test('repairs a coin whose lock failed: prepared, signed by the client, submitted, and once for all', async () => {
    const app = await createTestApp({ impatient: true })
    const client = await connect(app, { key: await app.claim() })
    await client.tools()
    const pair = newKeyPair()
    const launch = app.launchBody({ ticker: 'XLOCKFAIL', mintPubkey: toBase58(pair.publicKey) })
    const { body: offer } = await client.call('prepare_launch', launch)
    const transactions = signOffer(offer, [app.launcher.pair, pair])
    const { body: launched } = await client.call('submit_signed', { launchId: offer.launchId, transactions })
    expect(launched).toMatchObject({ feeShareLocked: false })

    const { mint } = launched
    const target = { mint, launcherPubkey: app.launcher.wallet }
    const { body: plan } = await client.call('dry_run', { intent: 'wire-fees', ...target })
    const { body: lock } = await client.call('wire_fees', { ...target, dryRunId: plan.dryRunId })
    const signed = { lockId: lock.lockId, transactions: signOffer(lock, [app.launcher.pair]) }
    const done = await client.call('submit_lock', signed)
    expect(done).toMatchObject({ isError: false, body: { operationId: lock.lockId, mint, feeShareLocked: true } })
    expect((await client.call('submit_lock', signed)).body).toEqual(done.body)
    expect((await client.call('launch_status', { mint })).body).toMatchObject({ feeShareLocked: true })
    expect((await client.call('plan', { id: plan.dryRunId })).body).toMatchObject({ consumed: true })
    expect((await client.call('wire_fees', target)).body).toMatchObject({ code: 'fee_share_already_locked' })
    await client.close()
    await app.close()
  })

  test('decision "A call that its client cancelled": a call that is cancelled in the middle of a launch ends nothing: called again, it gives the launch', async () => {
    const app = await createTestApp()
    const client = await connect(app, { key: await app.claim() })
    const pair = newKeyPair()
    const launch = app.launchBody({ ticker: 'XSLOW', mintPubkey: toBase58(pair.publicKey) })
    const { body: offer } = await client.call('prepare_launch', launch)
    const signed = { launchId: offer.launchId, transactions: signOffer(offer, [app.launcher.pair, pair]) }
    const cancelled = new AbortController()
    const call = client.call('submit_signed', signed, { signal: cancelled.signal, onProgress: () => cancelled.abort() })
    await expect(call).rejects.toThrow()
    expect((await app.call('GET', `/api/coins/${offer.mint}`)).status).toBe(404)

    let done = false
    const again = client.call('submit_signed', signed).finally(() => (done = true))
    while (!done) await app.clock.advance(1_000)
    expect(await again).toMatchObject({ isError: false, body: { mint: offer.mint, feeShareLocked: true } })
    expect((await client.call('list_launches')).body.launches).toHaveLength(1)
    await client.close()
    await app.close()
  })

  test('decision "Approval over MCP": a launch that needs approval goes on when a person has approved it', async () => {
    const app = await createTestApp({ impatient: true })
    const minted = await app.call('POST', '/api/agent/keys', { label: 'agent', requireApproval: true }, { key: OPERATOR_KEY })
    const client = await connect(app, { key: minted.body.key })
    await client.tools()
    const mint = newKeyPair()
    const launch = app.launchBody({ mintPubkey: toBase58(mint.publicKey) })
    const { body: dryRun } = await client.call('dry_run', launch)
    const early = await client.call('prepare_launch', { ...launch, dryRunId: dryRun.dryRunId })
    expect(early).toMatchObject({ isError: true, body: { code: 'dry_run_not_approved' } })
    // The client has no way to open a page: it is told in words.
    expect(early.texts.at(-1)).toContain(dryRun.approvalUrl)
    await approve(app, dryRun.dryRunId)
    expect((await client.call('plan', { id: dryRun.dryRunId })).body).toMatchObject({ approved: true })
    const offer = await client.call('prepare_launch', { ...launch, dryRunId: dryRun.dryRunId })
    const transactions = signOffer(offer.body, [app.launcher.pair, mint])
    expect(await client.call('submit_signed', { launchId: offer.body.launchId, transactions })).toMatchObject({
      body: { feeShareLocked: true },
    })
    await client.close()
    await app.close()
  })

  test('resources and prompts are there, with descriptions', async () => {
    const app = await createTestApp()
    const client = await connect(app)
    expect((await client.resources()).map(({ uri }) => uri)).toEqual([
      'http://launch.test/llms.txt',
      'http://launch.test/api/agent',
      'http://launch.test/errors',
      'http://launch.test/SKILL.md',
    ])
    expect((await client.templates()).map(({ name }) => name)).toEqual(['coin', 'plan'])
    expect((await client.read('http://launch.test/errors')).text).toContain('- plan_mismatch (')
    expect((await client.read('http://launch.test/llms.txt')).text).toBe((await app.call('GET', '/llms.txt')).body)
    for (const uri of [
      'http://launch.test/api/coins/..',
      'http://launch.test/metrics',
      'http://other.test/errors',
      'http://launch.test/api/coins/x',
    ]) {
      await expect(client.read(uri)).rejects.toThrow()
    }
    for (const prompt of await client.prompts()) expect(prompt.description.length).toBeGreaterThan(10)
    expect(await client.prompt('repair', { mint: 'MintOfACoin' })).toContain('MintOfACoin')
    await expect(client.prompt('launch', { name: 'Frog' })).rejects.toThrow('ticker')
    await client.close()
    await app.close()
  })
})

const approve = async (app: Awaited<ReturnType<typeof createTestApp>>, id: string) => {
  const headers = app.signed(app.approver, (timestamp) => approvalMessage(id, timestamp))
  expect((await app.call('POST', `/api/agent/launch/dry-run/${id}/approve`, undefined, { headers })).status).toBe(200)
}

test.each(OTHER_MANNERS)('decision "MCP": a client of %s launches too, and is told its progress', async (_manner, connect) => {
  const app = await createTestApp({ impatient: true })
  const client = await connect(app, { key: await app.claim() })
  await client.tools()
  const mint = newKeyPair()
  const { body: offer } = await client.call('prepare_launch', app.launchBody({ mintPubkey: toBase58(mint.publicKey) }))
  const signed = { launchId: offer.launchId, transactions: signOffer(offer, [app.launcher.pair, mint]) }
  const received: number[] = []
  const launched = await client.call('submit_signed', signed, { onProgress: ({ progress }) => received.push(progress) })
  expect([launched.body.feeShareLocked, received]).toEqual([true, [1]])
  await client.close()
  await app.close()
})

test('decision "Approval over MCP": a client that can open pages is sent to the approval page, and its call goes on', async () => {
  const app = await createTestApp({ impatient: true })
  const minted = await app.call('POST', '/api/agent/keys', { label: 'agent', requireApproval: true }, { key: OPERATOR_KEY })
  const opened: string[] = []
  const openPage = async (url: string) => {
    opened.push(url)
    await approve(app, url.split('/').at(-1)!)
  }
  const client = await connectModern(app, { key: minted.body.key, openPage })
  const launch = app.launchBody({ mintPubkey: toBase58(newKeyPair().publicKey) })
  const { body: dryRun } = await client.call('dry_run', launch)
  const offer = await client.call('prepare_launch', { ...launch, dryRunId: dryRun.dryRunId })
  expect(opened).toEqual([dryRun.approvalUrl])
  expect(offer.body.transactions.length).toBeGreaterThan(0)
  await client.close()
  await app.close()
})

test('decision "Approval over MCP": a page that was opened and where nobody approved leads to words, and not to another page', async () => {
  const app = await createTestApp()
  const minted = await app.call('POST', '/api/agent/keys', { label: 'agent', requireApproval: true }, { key: OPERATOR_KEY })
  const opened: string[] = []
  const client = await connectModern(app, { key: minted.body.key, openPage: (url) => void opened.push(url) })
  const launch = app.launchBody({ mintPubkey: toBase58(newKeyPair().publicKey) })
  const { body: dryRun } = await client.call('dry_run', launch)
  const answer = await client.call('prepare_launch', { ...launch, dryRunId: dryRun.dryRunId })
  expect(answer).toMatchObject({ isError: true, body: { code: 'dry_run_not_approved' } })
  expect(opened).toHaveLength(1)
  await client.close()
  await app.close()
})
