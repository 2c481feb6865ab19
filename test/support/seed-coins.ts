import { createApp } from '../../src/app.ts'
import { compose } from '../../src/compose.ts'
import { readConfig } from '../../src/config/read-config.ts'
import type { Mint } from '../../src/domain/brands.ts'
import { solToLamports } from '../../src/domain/money/sol.ts'
import { toBase64 } from '../../src/lib/bytes.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { CREW_WALLETS, newPerson, OPERATOR_KEY, pngBytes } from './test-app.ts'

/** Launches so many coins into the storage and simulated chain of this environment, each with fees that wait. */
export async function seedCoins(env: Record<string, string>, count: number): Promise<Mint[]> {
  const log = createLogger({ level: 'silent', nowMs: Date.now, write: () => {} })
  const { deps, close } = await compose(readConfig({ ...env, OPERATOR_API_KEY: OPERATOR_KEY }), { log })
  const handle = createApp({ ...deps, policy: { ...deps.policy, rateLimits: false } })
  const launcher = newPerson()
  const trader = newPerson().wallet
  await deps.simulation!.airdrop(launcher.wallet, solToLamports(100)!)
  await deps.simulation!.airdrop(trader, solToLamports(1_000)!)
  const mints: Mint[] = []
  for (let coin = 0; coin < count; coin += 1) {
    const request = new Request('http://launch.test/api/agent/launch', {
      method: 'POST',
      headers: { 'x-svc-api-key': OPERATOR_KEY, 'x-launcher-key': launcher.secret, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Coin ${coin}`,
        ticker: 'COIN',
        imageBase64: toBase64(pngBytes()),
        crew: [{ handle: '@one', wallet: CREW_WALLETS[0], share: 100 }],
      }),
    })
    const { mint } = (await (await handle(request, '127.0.0.1')).json()) as { mint: Mint }
    await deps.simulation!.trade({ mint, wallet: trader, side: 'buy', lamports: solToLamports(0.1)! })
    mints.push(mint)
  }
  await close()
  return mints
}
