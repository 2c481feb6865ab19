import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toBase64 } from '../../src/lib/bytes.ts'
import { spawnCrashServer } from '../crash/spawn-crash-server.ts'
import { eventually } from '../support/eventually.ts'
import { newPerson, OPERATOR_KEY, type Person, pngBytes } from '../support/test-app.ts'
import { type ChainServer, startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'
import { SOL } from './support/pump-scene.ts'
import { crewOf } from './support/service-scene.ts'

// test/crash kills the simulated service at every step; here a handful of steps on the real programs: before the row is
// written, around it, around the sending, and before the end is written.
const KILL_AT = process.env.CRASH_TEST === 'full' ? Array.from({ length: 40 }, (_, index) => index + 1) : [9, 14, 17, 20]

describeChain('rules 10.13: kill -9 in a launch on the real programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kill-chain-'))
  let server: ChainServer

  beforeAll(() => {
    server = startChainServer()
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const spawn = () =>
    spawnCrashServer({
      DATA_DIR: folder,
      OPERATOR_API_KEY: OPERATOR_KEY,
      SOLANA_RPC_URL: server.url,
      TREASURY_WALLET: newPerson().wallet,
    })

  async function send({ url }: { url: string }, launcher: Person, body: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${url}/api/agent/launch`, {
      method: 'POST',
      headers: { 'x-svc-api-key': OPERATOR_KEY, 'content-type': 'application/json', 'x-launcher-key': launcher.secret, ...headers },
      body: JSON.stringify(body),
      keepalive: false,
    })
    return { status: response.status, body: (await response.json()) as Record<string, any> }
  }

  test(
    'after a restart the retry with the same key finds the one coin, or makes the one; never two',
    async () => {
      let service = await spawn()
      let kills = 0
      for (const killAt of KILL_AT) {
        const launcher = newPerson()
        server.chain.airdrop(launcher.wallet, SOL)
        const body = {
          name: `Frog ${killAt}`,
          ticker: 'FROG',
          imageBase64: toBase64(pngBytes()),
          crew: crewOf(3),
          launcherPubkey: launcher.wallet,
          initialBuySol: 0.1,
        }
        const idempotent = { 'x-idempotency-key': `kill-at-${killAt}` }
        const answered = await send(service, launcher, body, { ...idempotent, 'x-test-kill-at': String(killAt) }).catch(() => null)
        if (!answered) {
          await service.child.exited
          kills += 1
          service = await spawn()
        }
        // The row that the dead process left is settled a moment after the start.
        const retry = async () => {
          const answer = await send(service, launcher, body, idempotent)
          return answer.body.code === 'idempotency_in_progress' ? null : answer
        }
        const retried = await eventually(retry, 60_000, 50)
        expect({ killAt, status: retried.status, code: retried.body.code }).toEqual({ killAt, status: 201, code: undefined })
        const paid = [...server.chain.ledger.values()].filter(({ keys }) => keys.all[0] === launcher.wallet)
        expect({ killAt, landed: paid.length, errors: paid.filter(({ err }) => err !== null).length }).toEqual({
          killAt,
          landed: 1,
          errors: 0,
        })
        expect(paid[0]!.keys.all).toContain(retried.body.mint)
      }
      service.child.kill('SIGKILL')
      await service.child.exited
      console.log(
        `killed ${kills} times in launches on the real programs${KILL_AT.length < 40 ? '; CRASH_TEST=full kills at 40 steps' : ''}`,
      )
      expect(kills).toBeGreaterThanOrEqual(3)
    },
    { timeout: 300_000 },
  )
})
