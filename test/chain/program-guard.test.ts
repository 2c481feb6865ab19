import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { PublicKey } from '@solana/web3.js'
import { KNOWN_PROGRAMS } from '../../src/adapters/launchpads/pump/programs/known-programs.ts'
import { createProgramWatch } from '../../src/adapters/launchpads/pump/programs/program-watch.ts'
import { programFinding } from '../../src/commands/doctor/program-finding.ts'
import { createSolanaRpc } from '../../src/adapters/chains/solana/solana-rpc.ts'
import { Secret } from '../../src/lib/secret.ts'
import { describeChain } from './support/describe-chain.ts'
import { createServiceScene, sendsTo, type ServiceScene } from './support/service-scene.ts'
import { machineTime } from '../support/machine-time.ts'

const LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')
const [PUMP] = KNOWN_PROGRAMS
const DRY_RUN = '/api/agent/launch/dry-run'

/** The account of a program's code, with these bytes behind it, as a deployment at another slot leaves it. */
function deploy({ server }: ServiceScene, slot: bigint, behind: Uint8Array): void {
  const [dataAddress] = PublicKey.findProgramAddressSync([new PublicKey(PUMP!.address).toBuffer()], LOADER)
  const { svm } = server.chain
  const account = svm.getAccount(dataAddress.toBase58() as never)
  if (!account.exists) throw new Error('the program has no code')
  const data = Buffer.concat([account.data, behind])
  data.writeBigUInt64LE(slot, 4)
  svm.setAccount({ ...account, data, space: BigInt(data.length) as never, lamports: 50_000_000_000n as never })
}

const rpcAt = (url: string) => createSolanaRpc({ urls: [new Secret(url)], timeoutMs: 2_000, time: machineTime })

describeChain('decision "A program that is not known": the deployed programs are compared with those that were tried', () => {
  let scene: ServiceScene
  beforeAll(async () => {
    scene = await createServiceScene({ env: { PROGRAM_GUARD: 'stop' } })
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
      const report = { program: program!, verdict, sha256: verdict === 'unread' ? null : 'ab'.repeat(32), seen: 'mainnet of a day' }
      const { level, text } = programFinding(report, { programGuard: 'stop' })
      return `${level} ${text}`
    })
    const hashes = `(deployed: ${'ab'.repeat(32)}`
    const tried = `; tried: ${program!.proven.sha256}, ${program!.proven.seen})`
    expect(texts).toEqual([
      `ok program pump is the same ${hashes}${tried}`,
      `ok program pump is older ${hashes}, mainnet of a day${tried}`,
      `warn program pump is unknown: launches are refused (PROGRAM_GUARD=stop) ${hashes}${tried}`,
      'warn no node gave the program pump, so it was not compared',
    ])
  })

  test('a program is downloaded once for each deployment, whoever asks', async () => {
    const watch = createProgramWatch(rpcAt(scene.server.url))
    const before = downloads()
    await Promise.all([watch.read(), watch.read()])
    const first = downloads() - before
    expect(first).toBe(2 * KNOWN_PROGRAMS.length)
    await watch.read()
    expect(downloads() - before).toBe(first + KNOWN_PROGRAMS.length)
  })

  test('with known programs a plan has no word of them and the launch lands; zeros behind the code change nothing', async () => {
    deploy(scene, 41n, new Uint8Array(100))
    const launcher = scene.fundedPerson()
    const plan = await scene.post(DRY_RUN, scene.launchBody(2, launcher))
    expect(plan.status).toBe(200)
    expect(plan.body.warnings.filter((text: string) => /release was tried|gave the program/.test(text))).toEqual([])
    expect((await scene.post('/api/agent/launch', scene.launchBody(2, launcher), { launcher })).status).toBe(201)
  })

  test('stop: while no node gives the programs, a plan says so and nothing is launched', async () => {
    const launcher = scene.fundedPerson()
    const sent = sendsTo(scene)
    scene.proxy.fail('getAccountInfo', { kind: 'status', status: 503 })
    const plan = await scene.post(DRY_RUN, scene.launchBody(2, launcher))
    expect(plan.body.warnings.join()).toContain('No node gave the program (pump, pump_fees, pump_amm)')
    const refused = await scene.post('/api/agent/launch', scene.launchBody(2, launcher), { launcher })
    expect(refused).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } })
    expect(sendsTo(scene)).toBe(sent)
  })

  test('stop: an unknown program is told in the plan, and no launch is made of it, signed here or elsewhere', async () => {
    deploy(scene, 42n, new Uint8Array([1]))
    const launcher = scene.fundedPerson()
    const sent = sendsTo(scene)
    const plan = await scene.post(DRY_RUN, scene.launchBody(2, launcher))
    expect(plan.body.warnings.join()).toContain('Deployed since this release was tried: pump. What it does may have changed. The operator')
    const refused = await scene.post('/api/agent/launch', scene.launchBody(2, launcher), { launcher })
    expect(refused).toMatchObject({ status: 400, body: { code: 'program_unknown' } })
    expect(refused.body.detail).toMatch(/The program pump .*[0-9a-f]{64}/)
    const mintPubkey = scene.fundedPerson().wallet
    const unsigned = await scene.post('/api/agent/launch/unsigned', { ...scene.launchBody(2, launcher), mintPubkey })
    expect(unsigned).toMatchObject({ status: 400, body: { code: 'program_unknown' } })
    expect(sendsTo(scene)).toBe(sent)
  })
})

describeChain('decision "A program that is not known": by default it is a warning', () => {
  test('an unknown program is told in the plan, and the launch lands', async () => {
    const scene = await createServiceScene()
    deploy(scene, 42n, new Uint8Array([1]))
    const launcher = scene.fundedPerson()
    const plan = await scene.post(DRY_RUN, scene.launchBody(2, launcher))
    expect(plan.body.warnings.join()).toContain('A launch is still simulated before it is sent.')
    expect((await scene.post('/api/agent/launch', scene.launchBody(2, launcher), { launcher })).status).toBe(201)
    await scene.close()
  })
})
