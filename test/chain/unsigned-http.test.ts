import { afterEach, expect, test } from 'bun:test'
import { createClient, launchUnsigned, type LaunchRequest, signerOf } from '../../clients/typescript/src/agent-launch-client.ts'
import { resumeOperations } from '../../src/features/operations/resume-operations.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import type { KeyPair } from '../../src/lib/ed25519.ts'
import { newKeyPair } from '../support/new-key-pair.ts'
import type { Person } from '../support/test-app.ts'
import { describeChain } from './support/describe-chain.ts'
import { countSequentialRoundTrips } from './support/request-log.ts'
import {
  createServiceScene,
  type HttpAnswer,
  landedBy,
  sendsTo,
  type ServiceScene,
  type ServiceSceneOptions,
} from './support/service-scene.ts'
import { signTransaction } from './support/sign-transaction.ts'
import { eventually } from '../support/eventually.ts'

const UNSIGNED = '/api/agent/launch/unsigned'
const SUBMIT = '/api/agent/launch/submit'

describeChain('rules 10.20: launches that the client signs, through HTTP on the real programs', () => {
  let scene: ServiceScene
  let launcher: Person
  let mint: KeyPair
  let body: Record<string, unknown>

  async function start(options: ServiceSceneOptions, changes: Record<string, unknown> = {}): Promise<void> {
    scene = await createServiceScene(options)
    launcher = scene.fundedPerson()
    mint = newKeyPair()
    body = scene.launchBody(5, launcher, { mintPubkey: toBase58(mint.publicKey), ...changes })
  }
  afterEach(() => scene.close())

  const signed = ({ body: { transactions } }: HttpAnswer): string[] =>
    transactions.map((entry: { transaction: string; signers: string[] }) => signTransaction(entry, [launcher.pair, mint]))
  const submit = (offer: HttpAnswer, transactions = signed(offer)) => scene.post(SUBMIT, { launchId: offer.body.launchId, transactions })

  test.each([
    ['with the operator’s table, in one transaction', { withTable: true }, 0, 1],
    ['with a table of its own, in two', {}, 0.1, 2],
    ['with both, in two', { withTable: true, v1Active: false }, 0.1, 2],
  ])('%s: locked in the slot of the create, for the price that was said', async (_how, options, initialBuySol, count) => {
    await start(options, { initialBuySol })
    const before = (await scene.deps.launchpads.get('pump').then((pad) => pad.balanceOf(launcher.wallet))) as bigint
    const offer = await scene.post(UNSIGNED, body)
    expect(offer).toMatchObject({ status: 200, body: { mint: toBase58(mint.publicKey), lockPath: 'atomic-v0' } })
    expect(offer.body.transactions).toHaveLength(count)
    expect(sendsTo(scene)).toBe(0)
    const launched = await submit(offer)
    expect(launched).toMatchObject({
      status: 201,
      body: { launchId: offer.body.launchId, feeShareLocked: true, feesLockedAtLaunch: true },
    })
    expect(launched.body.createSlot).toBe(launched.body.lockSlot)
    const landed = landedBy(scene, launcher)
    expect(landed).toHaveLength(count)
    expect(before).toBeGreaterThan(0n)
    expect(await submit(offer)).toMatchObject({ status: 201, body: launched.body })
    expect(landedBy(scene, launcher)).toHaveLength(count)
    const status = await scene.call('GET', `/api/agent/status/${launched.body.mint}`)
    expect(status).toMatchObject({ status: 200, body: { feeShareLocked: true } })
  })

  test('the typed client signs them too', async () => {
    await start({ withTable: true }, { initialBuySol: 0.1 })
    const client = createClient({
      baseUrl: 'https://launch.test',
      async fetch(request) {
        const text = await request.text()
        const answer = await scene.call(request.method, new URL(request.url).pathname, text === '' ? undefined : JSON.parse(text))
        return new Response(answer.text, { status: answer.status, headers: answer.headers })
      },
    })
    const signers = [await signerOf(launcher.secret), await signerOf(mint.secretKey.reveal())]
    const launched = await launchUnsigned(client, body as LaunchRequest & { launcherPubkey: string }, signers)
    expect(launched.data).toMatchObject({ mint: toBase58(mint.publicKey), feesLockedAtLaunch: true, lockPath: 'atomic-v0' })
  })

  test('at most three sequential round trips bring a submission to the network as well', async () => {
    await start({ withTable: true, latencyMs: 25 })
    const offer = await scene.post(UNSIGNED, body)
    scene.server.requests.length = 0
    expect((await submit(offer)).status).toBe(201)
    const firstSend = scene.server.requests.findIndex(({ method }) => method === 'sendTransaction')
    // Its recipients are proved payable again beside the look at its mint.
    expect(countSequentialRoundTrips(scene.server.requests.slice(0, firstSend + 1))).toBeLessThanOrEqual(3)
  })

  test('a mint that exists on chain is refused: at the offer, and at a submission that comes too late', async () => {
    await start({ withTable: true })
    const [one, two] = [await scene.post(UNSIGNED, body), await scene.post(UNSIGNED, { ...body, name: 'Another Frog' })]
    expect((await submit(one)).status).toBe(201)
    const sent = sendsTo(scene)
    for (const refused of [await scene.post(UNSIGNED, body), await submit(two)])
      expect(refused).toMatchObject({ status: 400, body: { code: 'mint_exists' } })
    expect(sendsTo(scene)).toBe(sent)
    expect((await scene.call('GET', '/api/agent/launches')).body.launches).toHaveLength(1)
  })

  test.each([
    ['ours then fails on chain', 0],
    ['ours then expires', 12],
  ])(
    'the client sends another launch of the same mint by itself, and %s: the row is finished, the coin is not ours',
    async (_how, slotsPerPoll) => {
      await start({ withTable: true, slotsPerPoll })
      const [ours, own] = [await scene.post(UNSIGNED, body), await scene.post(UNSIGNED, { ...body, name: 'Another Frog' })]
      scene.proxy.fail('sendTransaction', { kind: 'status', status: 503 })
      const answer = submit(ours)
      await eventually(() => scene.proxy.calls.some(({ method }) => method === 'sendTransaction'))
      const params = [signed(own)[0]!, { encoding: 'base64', skipPreflight: true }]
      await fetch(scene.server.url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }) })
      if (slotsPerPoll === 0) scene.proxy.heal()
      expect(await answer).toMatchObject({ status: 400, body: { code: 'mint_exists' } })
      expect((await scene.call('GET', '/api/agent/launches')).body.launches).toMatchObject([
        { state: 'failed', failure: { code: 'mint_exists' } },
      ])
      expect((await scene.call('GET', '/api/coins')).body.coins).toEqual([])
      expect(await submit(ours)).toMatchObject({ status: 400, body: { code: 'mint_exists' } })
    },
  )

  test('a wallet that sends what it signed by itself, and then submits it, gets its launch finished', async () => {
    await start({ withTable: true })
    const offer = await scene.post(UNSIGNED, body)
    const params = [signed(offer)[0]!, { encoding: 'base64', skipPreflight: true }]
    await fetch(scene.server.url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }) })
    expect(landedBy(scene, launcher)).toHaveLength(1)
    expect(await submit(offer)).toMatchObject({ status: 201, body: { feeShareLocked: true, feesLockedAtLaunch: true } })
    expect(landedBy(scene, launcher)).toHaveLength(1)
  })

  test('signed too late: refused, and nothing is sent; a blockhash that dies after the submission: failed by proof', async () => {
    await start({ withTable: true, slotsPerPoll: 12 })
    const late = await scene.post(UNSIGNED, body)
    await scene.deps.clock.sleep(60_000)
    expect(await submit(late)).toMatchObject({ status: 400, body: { code: 'launch_offer_expired' } })
    expect(sendsTo(scene)).toBe(0)
    const offer = await scene.post(UNSIGNED, body)
    scene.server.chain.dropNext(1_000_000)
    expect(await submit(offer)).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
    expect(await submit(offer)).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
    await resumeOperations(scene.deps, { all: true })
    expect(landedBy(scene, launcher)).toEqual([])
  })
})
