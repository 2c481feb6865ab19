import { describe, expect, test } from 'bun:test'
import { toBase58 } from '../../../src/lib/bytes.ts'
import { createJobsScene } from '../../support/jobs-scene.ts'
import { makeKol } from '../../support/make-kol.ts'
import { GENERATIONS } from '../../support/mcp-client.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'
import { signOffer } from '../../support/sign-offer.ts'
import { createTestApp, newPerson } from '../../support/test-app.ts'

describe.each(GENERATIONS)('decision "MCP": with a client of %s, which holds every answer against its schema,', (_revision, connect) => {
  test('each tool does what its route does', async () => {
    const [holder, seeker] = [newPerson(), newPerson()]
    const kols = [
      makeKol({ handle: 'holder', wallet: holder.wallet, narratives: ['animals'] }),
      makeKol({ handle: 'seeker', wallet: seeker.wallet, narratives: ['animals'] }),
    ].map((kol) => ({ ...kol, optedOut: false }))
    const scene = await createJobsScene({ kols, impatient: true })
    const { app, mint } = scene
    const client = await connect(app, { key: scene.key })
    const listed = (await client.tools()).map(({ name }) => name as string)
    const called = new Set<string>()
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      called.add(name)
      const { isError, body } = await client.call(name, args)
      expect([name, isError, body.code, body.ok]).toEqual([name, false, undefined, true])
      return body
    }

    expect(await call('discover')).not.toHaveProperty('endpoints')
    expect((await call('claim_key', { label: 'another' })).key).toStartWith('svc_ak_')
    expect((await call('search_kols', { q: 'seek' })).kols).toMatchObject([{ handle: 'seeker' }])
    const looks = { name: 'Night Market Frog', ticker: 'NMFROG', description: 'A frog that trades noodles at night.' }
    expect((await call('autohire', { ...looks, seats: 2, fallback: 'rank' })).crew).toHaveLength(2)

    // A launch whose lock fails, and its repair.
    const pair = newKeyPair()
    const launch = app.launchBody({ ticker: 'XLOCKFAIL', mintPubkey: toBase58(pair.publicKey) })
    const { dryRunId } = await call('dry_run', launch)
    expect((await call('plan', { id: dryRunId })).consumed).toBe(false)
    const offer = await call('prepare_launch', { ...launch, dryRunId })
    const transactions = signOffer(offer as never, [app.launcher.pair, pair])
    expect((await call('submit_signed', { launchId: offer.launchId, transactions })).feeShareLocked).toBe(false)
    const wallets = { mint: offer.mint, launcherPubkey: app.launcher.wallet }
    const lock = await call('wire_fees', wallets)
    const locked = await call('submit_lock', { lockId: lock.lockId, transactions: signOffer(lock as never, [app.launcher.pair]) })
    expect(locked.feeShareLocked).toBe(true)
    expect((await call('launch_status', { mint: offer.mint })).feeShareLocked).toBe(true)
    expect((await call('list_launches')).launches.map(({ state }: { state: string }) => state)).toContain('locked')

    const held = await scene.launch({ holderKol: true, crew: undefined })
    await scene.buy(held, 2, holder.wallet)
    const toHolders = await call('lock_holder_kol', { mint: held, launcherPubkey: app.launcher.wallet })
    expect(toHolders.transactions).toHaveLength(1)

    expect((await call('crank', { mint })).distributedSol).toBeGreaterThan(0)
    expect((await call('coin', { mint })).coin.mint).toBe(mint)
    expect((await call('list_coins', { q: 'Night' })).coins.length).toBeGreaterThan(0)
    expect((await call('proof', { limit: 1 })).items).toHaveLength(1)
    expect((await call('remits', { mint })).remits.length).toBeGreaterThan(0)
    expect((await call('kit', { mint })).budget.free.sol).toBeGreaterThan(0)

    expect((await call('job_templates')).templates.length).toBeGreaterThan(0)
    const order = { mint, template: 'x-upkeep', chainId: 'sim', asset: 'SOL', budget: 5 }
    const [kept, unwanted] = [(await call('create_job', order)).job.id as string, (await call('create_job', order)).job.id as string]
    await scene.claim(kept)
    await scene.submit(kept)
    expect((await call('verify_job', { id: kept, approve: true })).job.state).toBe('paid')
    expect((await call('cancel_job', { id: unwanted })).job.state).toBe('refunded')
    expect((await call('job', { id: kept })).job.state).toBe('paid')
    expect((await call('jobs', { mint })).jobs).toHaveLength(2)

    const { webhook } = await call('register_webhook', { url: 'https://public.test/page', events: ['*'] })
    expect((await call('webhooks')).webhooks).toMatchObject([{ id: webhook.id }])
    expect((await call('test_webhook', { id: webhook.id })).delivered).toBe(true)
    await call('dry_run', app.launchBody({ ticker: 'NEXT' }))
    expect((await call('webhook_deliveries', { id: webhook.id })).deliveries).toMatchObject([
      { type: 'dryRun.created' },
      { type: 'dryRun.named' },
    ])
    await call('delete_webhook', { id: webhook.id })
    expect((await call('webhooks')).webhooks).toEqual([])

    expect([...called].toSorted()).toEqual(listed.toSorted())
    await client.close()
    await scene.close()
  }, 30_000)

  test('each prompt is a message with what was filled in, and is refused without what it needs', async () => {
    const app = await createTestApp()
    const client = await connect(app)
    const prompts = await client.prompts()
    expect(prompts.map(({ name }) => name)).toEqual(['launch', 'repair', 'read_proof'])
    for (const { name, arguments: fields } of prompts as { name: string; arguments: { name: string; required: boolean }[] }[]) {
      const filled = Object.fromEntries(fields.map((field) => [field.name, `filled-in-${field.name}`]))
      const text = await client.prompt(name, filled)
      for (const value of Object.values(filled)) expect(text).toContain(value)
      expect(text).not.toContain('{')
      for (const field of fields) {
        const { [field.name]: _, ...others } = filled
        if (field.required) await expect(client.prompt(name, others)).rejects.toThrow(field.name)
        else expect(await client.prompt(name, others)).not.toContain(`filled-in-${field.name}`)
      }
    }
    await expect(client.prompt('nothing', {})).rejects.toMatchObject({ code: -32_602 })
    await client.close()
    await app.close()
  })

  test('each resource is what is served at its address', async () => {
    const app = await createTestApp()
    const key = await app.claim()
    const launched = await app.call('POST', '/api/agent/launch', app.launchBody(), {
      key,
      headers: { 'x-launcher-key': app.launcher.secret },
    })
    const { body: plan } = await app.call('POST', '/api/agent/launch/dry-run', app.launchBody({ ticker: 'NEXT' }), { key })
    const client = await connect(app)
    const values: Record<string, string> = { mint: launched.body.mint, id: plan.dryRunId }
    const addresses = [
      ...(await client.resources()).map(({ uri }) => uri as string),
      ...(await client.templates()).map(({ uriTemplate }) => (uriTemplate as string).replace(/\{(\w+)\}/, (_, name) => values[name]!)),
    ]
    expect(addresses).toHaveLength(6)
    for (const address of addresses) {
      const { text, mimeType } = await client.read(address)
      const served = await app.raw(new Request(address))
      expect([address, served.headers.get('content-type')!.split(';')[0]!]).toEqual([address, mimeType!])
      expect(mimeType === 'application/json' ? JSON.parse(text) : text).toEqual(
        mimeType === 'application/json' ? await served.json() : await served.text(),
      )
    }
    await client.close()
    await app.close()
  })
})
