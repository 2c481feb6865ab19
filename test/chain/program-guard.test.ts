import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { PublicKey } from '@solana/web3.js'
import { KNOWN_PROGRAMS } from '../../src/adapters/launchpads/pump/programs/known-programs.ts'
import { createProgramWatch } from '../../src/adapters/launchpads/pump/programs/program-watch.ts'
import { programFinding } from '../../src/commands/doctor/program-finding.ts'
import { createSolanaRpc } from '../../src/adapters/chains/solana/solana-rpc.ts'
import { unixMs } from '../../src/domain/brands.ts'
import { programState } from '../../src/domain/operator/deployed-program.ts'
import { BY_COMMAND } from '../../src/domain/operator/operator-act.ts'
import { lookAtPrograms } from '../../src/features/programs/look-at-programs.ts'
import { watchPrograms } from '../../src/features/programs/watch-programs.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { Secret } from '../../src/lib/secret.ts'
import { describeChain } from './support/describe-chain.ts'
import { createServiceScene, sendsTo, type ServiceScene } from './support/service-scene.ts'
import { signOffer } from '../support/sign-offer.ts'
import { newKeyPair } from '../support/new-key-pair.ts'
import { newPerson } from '../support/test-app.ts'
import { machineTime } from '../support/machine-time.ts'

const LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')
const [PUMP] = KNOWN_PROGRAMS
const DRY_RUN = '/api/agent/launch/dry-run'

const TURN = { dueAtMs: unixMs(0), position: null, keepPosition: async () => {}, mayContinue: async () => true }

const dataAddressOf = (program: string) => PublicKey.findProgramAddressSync([new PublicKey(program).toBuffer()], LOADER)[0].toBase58()

function codeOf({ server }: ServiceScene, program = PUMP!.address) {
  const account = server.chain.svm.getAccount(dataAddressOf(program) as never)
  if (!account.exists) throw new Error('the program has no code')
  return account
}

const slotOf = (scene: ServiceScene): bigint => Buffer.from(codeOf(scene).data).readBigUInt64LE(4)

/** The account of a program's code, with these bytes behind it, as a deployment at another slot leaves it. */
function deploy(scene: ServiceScene, slot: bigint, behind: Uint8Array, authority?: string): void {
  const account = codeOf(scene)
  const data = Buffer.concat([account.data, behind])
  data.writeBigUInt64LE(slot, 4)
  if (authority) data.set([1, ...new PublicKey(authority).toBytes()], 12)
  scene.server.chain.svm.setAccount({ ...account, data, space: BigInt(data.length) as never, lamports: 50_000_000_000n as never })
}

const rpcAt = (url: string) => createSolanaRpc({ urls: [new Secret(url)], timeoutMs: 2_000, time: machineTime })

describeChain('decision "A program that is not known": the deployed programs are compared with those that were tried', () => {
  let scene: ServiceScene
  beforeAll(async () => {
    scene = await createServiceScene()
  })
  beforeEach(() => scene.proxy.heal())
  afterAll(() => scene.close())

  const downloads = () => scene.server.requests.filter(({ method }) => method === 'getAccountInfo').length

  test('the programs of the tests are the same as those that were tried, and a build of before is known as such', async () => {
    const verdicts = async (programs = KNOWN_PROGRAMS) =>
      (await createProgramWatch(rpcAt(scene.server.url), programs).read()).map(({ verdict, seen }) => ({ verdict, seen }))
    expect(await verdicts()).toEqual(KNOWN_PROGRAMS.map(({ proven }) => ({ verdict: 'same', seen: proven.seen })))
    const elsewhere = KNOWN_PROGRAMS.map((program) => ({ ...program, proven: program.older[0]!, older: [program.proven] }))
    expect(await verdicts(elsewhere)).toEqual(KNOWN_PROGRAMS.map(({ proven }) => ({ verdict: 'older', seen: proven.seen })))
  })

  test('a node that does not answer leaves them unread, and nothing is thrown', async () => {
    const reports = await createProgramWatch(rpcAt('http://127.0.0.1:9')).read()
    expect(reports.map(({ verdict, sha256 }) => ({ verdict, sha256 }))).toEqual(
      KNOWN_PROGRAMS.map(() => ({ verdict: 'unread', sha256: null })),
    )
  })

  test('doctor prints the hash that is deployed beside the one that was tried, and says same, older or unknown', () => {
    const [program] = KNOWN_PROGRAMS
    const texts = (['same', 'older', 'unknown', 'unread'] as const).map((verdict) => {
      const [sha256, control] = verdict === 'unread' ? [null, null] : ['ab'.repeat(32), 'upgraded by nobody']
      const { level, text } = programFinding({ program: program!, verdict, sha256, control, seen: 'mainnet of a day' })
      return `${level} ${text}`
    })
    const hashes = `(deployed: ${'ab'.repeat(32)}`
    const tried = `, upgraded by nobody; tried: ${program!.proven.sha256}, ${program!.proven.seen})`
    expect(texts).toEqual([
      `ok program pump is the same ${hashes}${tried}`,
      `ok program pump is older ${hashes}, mainnet of a day${tried}`,
      `warn program pump is unknown to this release ${hashes}${tried}`,
      'warn no node gave the program pump, so it was not compared',
    ])
  })

  test('a program is downloaded once for each deployment, whoever asks', async () => {
    const watch = createProgramWatch(rpcAt(scene.server.url))
    const before = downloads()
    await Promise.all([watch.read(), watch.read()])
    const first = downloads() - before
    expect(first).toBe(KNOWN_PROGRAMS.length)
    await watch.read()
    expect(downloads() - before).toBe(first)
  })

  test('two nodes that say different things leave the program disputed, whichever is asked first', async () => {
    const other = await createServiceScene()
    deploy(other, 42n, new Uint8Array([1]))
    for (const urls of [
      [scene.server.url, other.server.url],
      [other.server.url, scene.server.url],
    ]) {
      const rpc = createSolanaRpc({ urls: urls.map((url) => new Secret(url)), timeoutMs: 2_000, time: machineTime })
      const verdicts = (await createProgramWatch(rpc).read()).map(({ verdict }) => verdict)
      expect(verdicts).toEqual(['disputed', 'same', 'same'])
    }
    await other.close()
  })

  test('a node that gives other code under the very same header leaves it disputed too', async () => {
    const other = await createServiceScene()
    deploy(other, slotOf(scene), new Uint8Array([1]))
    const urls = [other.server.url, scene.server.url].map((url) => new Secret(url))
    const [pump] = await createProgramWatch(createSolanaRpc({ urls, timeoutMs: 2_000, time: machineTime })).read()
    expect(pump).toMatchObject({ verdict: 'disputed', sha256: null })
    await other.close()
  })

  test('with known programs a plan has no word of them and the launch lands; zeros behind the code change nothing', async () => {
    deploy(scene, 41n, new Uint8Array(100))
    const launcher = scene.fundedPerson()
    const plan = await scene.post(DRY_RUN, scene.launchBody(2, launcher))
    expect(plan.status).toBe(200)
    expect(plan.body.warnings.filter((text: string) => /go through|which programs/.test(text))).toEqual([])
    expect((await scene.post('/api/agent/launch', scene.launchBody(2, launcher), { launcher })).status).toBe(201)
  })

  test('while no node gives the programs, a plan says so and nothing is launched', async () => {
    const dark = await createServiceScene()
    const launcher = dark.fundedPerson()
    dark.proxy.fail('getAccountInfo', { kind: 'status', status: 503 })
    const plan = await dark.post(DRY_RUN, dark.launchBody(2, launcher))
    expect(plan.body.warnings.join()).toContain('No node tells which programs are deployed for pump')
    const refused = await dark.post('/api/agent/launch', dark.launchBody(2, launcher), { launcher })
    expect(refused).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } })
    expect(sendsTo(dark)).toBe(0)
    await dark.close()
  })

  test('an upgraded program stops launches within one pass, signed here or elsewhere, until the operator accepts it', async () => {
    const [launcher, mint, signer] = [scene.fundedPerson(), newKeyPair(), newKeyPair()]
    const signerPubkey = toBase58(signer.publicKey)
    scene.server.chain.airdrop(signerPubkey, 5_000_000_000n)
    const offered = await scene.post('/api/agent/launch/unsigned', {
      ...scene.launchBody(2, launcher, { launcherPubkey: signerPubkey }),
      mintPubkey: toBase58(mint.publicKey),
    })
    expect(offered.status).toBe(200)
    const signed = { launchId: offered.body.launchId, transactions: signOffer(offered.body, [signer, mint]) }
    deploy(scene, 42n, new Uint8Array([1]))
    expect(await watchPrograms(scene.deps, TURN)).toBe('3 programs as accepted, 1 changed, 0 disputed')
    const sent = sendsTo(scene)
    const plan = await scene.post(DRY_RUN, scene.launchBody(2, launcher))
    expect(plan.body.warnings.join()).toMatch(
      /What launches go through changed: the program pump was replaced \(now [0-9a-f]{64}, accepted was/,
    )
    const refused = await scene.post('/api/agent/launch', scene.launchBody(2, launcher), { launcher })
    expect(refused).toMatchObject({ status: 400, body: { code: 'program_unknown' } })
    expect(refused.body.detail).toMatch(/the program pump .*[0-9a-f]{64}/)
    const unsigned = await scene.post('/api/agent/launch/unsigned', { ...scene.launchBody(2, launcher), mintPubkey: newPerson().wallet })
    expect(unsigned).toMatchObject({ status: 400, body: { code: 'program_unknown' } })
    expect(await scene.post('/api/agent/launch/submit', signed)).toMatchObject({ status: 400, body: { code: 'program_unknown' } })
    expect(sendsTo(scene)).toBe(sent)

    const { accepted } = await lookAtPrograms(scene.deps, 'pump', { by: BY_COMMAND })
    expect(accepted.map(({ name }) => name)).toEqual(['pump'])
    expect(await watchPrograms(scene.deps, TURN)).toBe('4 programs as accepted, 0 changed, 0 disputed')
    expect((await scene.post('/api/agent/launch', scene.launchBody(2, launcher), { launcher })).status).toBe(201)
  })

  test('another upgrade authority stops launches as another build does', async () => {
    await lookAtPrograms(scene.deps, 'pump', { by: BY_COMMAND })
    deploy(scene, 43n, new Uint8Array(), newPerson().wallet)
    expect(await watchPrograms(scene.deps, TURN)).toBe('3 programs as accepted, 1 changed, 0 disputed')
    const launcher = scene.fundedPerson()
    const refused = await scene.post('/api/agent/launch', scene.launchBody(2, launcher), { launcher })
    expect(refused.body.detail).toContain('the program pump is controlled in another way (now upgraded by')
  })
})

describeChain('decision "A program that is not known": another binary in its place', () => {
  test('it is told within one pass, and a rehearsed launch fails in the next; a launch is refused with both reasons until they are gone', async () => {
    const scene = await createServiceScene()
    expect(await watchPrograms(scene.deps, TURN)).toBe('4 programs as accepted, 0 changed, 0 disputed')
    const { svm } = scene.server.chain
    const [PUMP_ADDRESS, AMM] = [KNOWN_PROGRAMS[0]!.address, KNOWN_PROGRAMS[2]!.address]
    const before = codeOf(scene)
    svm.addProgram(PUMP_ADDRESS as never, codeOf(scene, AMM).data.slice(45))
    expect(await watchPrograms(scene.deps, TURN)).toBe('3 programs as accepted, 1 changed, 0 disputed')
    expect(await watchPrograms(scene.deps, TURN)).toBe('2 programs as accepted, 2 changed, 0 disputed')
    const launcher = scene.fundedPerson()
    const { status, body } = await scene.post('/api/agent/launch', scene.launchBody(2, launcher), { launcher })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'program_unknown' })
    expect(body.detail).toMatch(/the program pump was replaced .*; a rehearsed launch is refused: \w+/)
    expect(sendsTo(scene)).toBe(0)
    svm.addProgram(PUMP_ADDRESS as never, before.data.slice(45))
    await watchPrograms(scene.deps, TURN)
    const { records } = await lookAtPrograms(scene.deps, 'pump', { by: BY_COMMAND, rehearse: true })
    expect(records.map(programState)).toEqual(['accepted', 'accepted', 'accepted', 'accepted'])
    expect((await scene.post('/api/agent/launch', scene.launchBody(2, launcher), { launcher })).status).toBe(201)
    await scene.close()
  })
})

describeChain('decision "A program that is not known": seen first', () => {
  test('a build that this release does not know stops launches from the first on', async () => {
    const scene = await createServiceScene()
    deploy(scene, 42n, new Uint8Array([1]))
    const launcher = scene.fundedPerson()
    const refused = await scene.post('/api/agent/launch', scene.launchBody(2, launcher), { launcher })
    expect(refused.body).toMatchObject({ code: 'program_unknown', detail: expect.stringContaining('was not tried on') })
    await scene.close()
  })

  test('with PROGRAM_GUARD=warn it is told in the plan, and the launch lands', async () => {
    const scene = await createServiceScene({ env: { PROGRAM_GUARD: 'warn' } })
    deploy(scene, 42n, new Uint8Array([1]))
    const launcher = scene.fundedPerson()
    const plan = await scene.post(DRY_RUN, scene.launchBody(2, launcher))
    expect(plan.body.warnings.join()).toContain('A launch is still simulated before it is sent.')
    expect((await scene.post('/api/agent/launch', scene.launchBody(2, launcher), { launcher })).status).toBe(201)
    await scene.close()
  })
})
