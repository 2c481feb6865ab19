import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import { CREW_WALLETS, newPerson, OPERATOR_KEY, type Person, pngBytes } from '../support/test-app.ts'

// In full every step is killed at, 200 times in all at least; the everyday run takes a sample of the steps.
const FULL = process.env.CRASH_TEST === 'full'
const KILLS_MIN = FULL ? 200 : 20
const STRIDE = FULL ? 1 : 9
const folder = mkdtempSync(join(tmpdir(), 'kill-launch-'))
const approver = newPerson()
const program = join(folder, 'crash-server.js')

beforeAll(async () => {
  const built = await Bun.build({ entrypoints: [join(import.meta.dir, 'crash-server.ts')], target: 'bun', outdir: folder })
  expect(built.success).toBe(true)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The service in a process of its own. */
async function spawn() {
  const child = Bun.spawn([process.execPath, program], {
    env: { DATA_DIR: folder, OPERATOR_API_KEY: OPERATOR_KEY, APPROVER_WALLETS: approver.wallet },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { value } = await child.stdout.getReader().read()
  const url = `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}, key = true) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(key ? { 'x-svc-api-key': OPERATOR_KEY } : {}), 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      keepalive: false,
    })
    return { status: response.status, body: (await response.json()) as Record<string, any> }
  }
  return { child, call }
}

type Service = Awaited<ReturnType<typeof spawn>>

/** One launch by a launcher of its own, so that its balance tells how often it was paid for. */
async function order(service: Service, number: number, { approved, ...changes }: { approved: boolean } & Record<string, unknown>) {
  const launcher = newPerson()
  const body: Record<string, unknown> = {
    name: `Frog ${number}`,
    ticker: 'FROG',
    imageBase64: toBase64(pngBytes()),
    crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 100 }],
    launcherPubkey: launcher.wallet,
    ...changes,
  }
  if (approved) {
    const { dryRunId } = (await service.call('POST', '/api/agent/launch/dry-run', body)).body
    expect((await approve(service, dryRunId)).status).toBe(200)
    body.dryRunId = dryRunId
  }
  const headers = { 'x-launcher-key': launcher.secret, 'x-idempotency-key': `launch-${number}` }
  return { launcher, send: (to: Service, more = {}) => to.call('POST', '/api/agent/launch', body, { ...headers, ...more }) }
}

function approve(service: Service, id: string) {
  const timestamp = String(Date.now())
  const text = new TextEncoder().encode(`svc-approve-dry-run:${id}:${timestamp}`)
  const signature = toBase58(signDetached(text, approver.pair))
  return service.call(
    'POST',
    `/api/agent/launch/dry-run/${id}/approve`,
    undefined,
    { 'x-svc-wallet': approver.wallet, 'x-svc-timestamp': timestamp, 'x-svc-signature': signature },
    false,
  )
}

const lamportsOf = async (service: Service, { wallet }: Person) =>
  BigInt((await service.call('GET', `/api/simulated/wallets/${wallet}`)).body.wallet.lamports)

const SCENARIOS = [
  { name: 'launch', approved: false, status: 201 },
  { name: 'launch of an approved dry-run', approved: true, status: 201 },
  { name: 'launch whose lock fails', approved: false, ticker: 'XLOCKFAIL', status: 202 },
  { name: 'launch that the chain refuses', approved: true, ticker: 'XCREATEFAIL', status: 400 },
  { name: 'launch with a first buy', approved: true, initialBuySol: 0.5, status: 201 },
]

describe('kill -9 at every step of a launch', () => {
  test(
    'rules 10.13: after a restart the row is finished, and the retry with the same key finds one coin or makes the one',
    async () => {
      let service = await spawn()
      let kills = 0
      let number = 0
      const price = new Map<string, bigint>()
      // As often over all scenarios as it takes: a second round kills at the same steps of other launches.
      for (let round = 0; kills < KILLS_MIN; round += 1) {
        for (const [index, { name, status, ...changes }] of SCENARIOS.entries()) {
          for (let killAt = 1 + (FULL ? 0 : 2 * index + round); ; killAt += STRIDE) {
            const { launcher, send } = await order(service, (number += 1), changes)
            const before = await lamportsOf(service, launcher)
            const answered = await send(service, { 'x-test-kill-at': String(killAt) }).catch(() => null)
            if (answered) {
              // Past its last step: this one lived, and says what the others must have cost.
              expect({ name, status: answered.status }).toEqual({ name, status })
              price.set(name, before - (await lamportsOf(service, launcher)))
              service.child.kill('SIGKILL')
              await service.child.exited
              service = await spawn()
              break
            }
            await service.child.exited
            kills += 1
            service = await spawn()
            const retried = await send(service)
            expect({ name, killAt, status: retried.status, code: retried.body.code }).toMatchObject({ name, killAt, status })
            const again = await send(service)
            expect({ name, killAt, mint: again.body.mint }).toEqual({ name, killAt, mint: retried.body.mint })
            const spent = before - (await lamportsOf(service, launcher))
            spentBy.push({ name, killAt, spent })
          }
        }
      }
      // Each was paid for just once, to the lamport, wherever it was killed.
      expect(spentBy.filter(({ name, spent }) => spent !== price.get(name))).toEqual([])
      const launches = await allLaunches(service)
      expect(launches.filter(({ state }) => !['locked', 'unlocked', 'failed'].includes(state))).toEqual([])
      service.child.kill('SIGKILL')
      await service.child.exited
      const steps = new Set(spentBy.map(({ name, killAt }) => `${name} ${killAt}`)).size
      console.log(`killed ${kills} times at ${steps} different steps${FULL ? '' : '; CRASH_TEST=full kills at every one'}`)
      expect(kills).toBeGreaterThanOrEqual(KILLS_MIN)
    },
    { timeout: 300_000 },
  )
})

const spentBy: { name: string; killAt: number; spent: bigint }[] = []

async function allLaunches(service: Service): Promise<{ state: string }[]> {
  const rows: { state: string }[] = []
  let cursor = ''
  do {
    const { body } = await service.call('GET', `/api/agent/launches?limit=100${cursor && `&cursor=${cursor}`}`)
    rows.push(...(body.launches as { state: string }[]))
    cursor = (body.nextCursor as string | null) ?? ''
  } while (cursor !== '')
  return rows
}
