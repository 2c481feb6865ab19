import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeChain } from '../chain/support/describe-chain.ts'
import { callService, newCoin } from '../payments/support/paid-service.ts'
import { type SolanaScene, startSolanaScene } from '../payments/support/solana-scene.ts'
import { PRICE } from '../support/payment-bank.ts'

setDefaultTimeout(1_200_000)

// In full the service is killed at every step of a launch; else at a sample of them.
const STRIDE = process.env.CRASH_TEST === 'full' ? 1 : 13

describeChain('kill -9 at every step of a launch that is paid on Solana', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kill-solana-payment-'))
  const program = join(folder, 'crash-server.js')
  let scene: SolanaScene

  beforeAll(async () => {
    scene = await startSolanaScene()
    const built = await Bun.build({ entrypoints: [join(import.meta.dir, 'crash-server.ts')], target: 'bun', outdir: folder })
    expect(built.success).toBe(true)
  })
  afterAll(async () => {
    await scene.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function spawn() {
    const child = Bun.spawn([process.execPath, program], { env: { DATA_DIR: folder, ...scene.env }, stdout: 'pipe', stderr: 'inherit' })
    const { value } = await child.stdout.getReader().read()
    return { child, url: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}` }
  }

  test('decision "A paid call is charged when it succeeds": the retry with the same payment: charged once, launched once', async () => {
    let service = await spawn()
    let kills = 0
    for (let killAt = 1; ; killAt += STRIDE) {
      const payer = await scene.newPayer()
      const name = `Killed Crab ${killAt}`
      const { body, launcherHeader } = newCoin({ name })
      const payment = scene.headerOf(await scene.draft({ payer, amount: PRICE.launch }), PRICE.launch)
      const launch = (more: Record<string, string> = {}) =>
        callService(service.url, 'POST', '/api/agent/launch', body, { ...launcherHeader, ...payment, ...more })
      const answered = await launch({ 'x-test-kill-at': String(killAt) }).catch(() => null)
      if (answered) {
        expect({ killAt, status: answered.status }).toEqual({ killAt, status: 201 })
        break
      }
      await service.child.exited
      kills += 1
      service = await spawn()
      const { status, body: retried } = await launch()
      // A payment whose answer was on its way when the process died is used up: its work is done.
      expect({ killAt, ended: status === 201 || retried.code === 'payment_used', code: retried.code }).toMatchObject({
        killAt,
        ended: true,
      })
      const { coins } = (await callService(service.url, 'GET', `/api/coins?q=${encodeURIComponent(name)}`)).body
      const launched = coins.filter((coin: { name: string }) => coin.name === name).length
      expect({ killAt, paid: 10_000_000n - scene.held(payer.wallet), launched }).toEqual({ killAt, paid: PRICE.launch, launched: 1 })
      expect((await launch()).body.code).toBe('payment_used')
    }
    service.child.kill('SIGKILL')
    await service.child.exited
    console.log(`killed ${kills} times${STRIDE === 1 ? '' : '; CRASH_TEST=full kills at every step'}`)
    expect(kills).toBeGreaterThan(4)
  })
})
