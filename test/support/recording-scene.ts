import { FIRST_PICTURE } from '../../src/features/topics/first-steps.ts'
import type { KolImport } from '../../src/domain/kols/kol.ts'
import { makeKol } from './make-kol.ts'
import { stubWeb } from './stub-web.ts'
import { CREW_WALLETS, createTestApp, newPerson } from './test-app.ts'

/** An app in which every call of a recording finds what it needs: two KOLs, one of whom works, and the coin that is launched. */
export async function createRecordingScene() {
  const [kolPerson, workerPerson] = [newPerson(), newPerson()]
  const kols: KolImport[] = [
    makeKol({
      handle: 'frogwhisperer',
      displayName: 'Frog Whisperer',
      rank: 1,
      wallet: kolPerson.wallet,
      narratives: ['animals'],
      roles: ['kol', 'caller'],
      verified: true,
    }),
    makeKol({
      handle: 'nightmarkets',
      displayName: 'Night Markets',
      rank: 2,
      wallet: workerPerson.wallet,
      narratives: ['food', 'animals'],
      roles: ['raid'],
    }),
  ].map((kol) => ({ ...kol, optedOut: false }))
  const page = new TextEncoder().encode('<p>The best memes of $NMFROG</p>')
  const web = stubWeb({
    get: async () => ({ status: 200, contentType: 'text/html', bytes: page }),
    post: async () => ({ status: 200, bodyStart: 'ok', durationMs: 41 }),
  })
  const app = await createTestApp({
    kols,
    web,
    policy: { rateLimits: false },
    env: { JOBS_ENABLED: '1', CRANK_PAYER_KEY: newPerson().secret },
  })
  await app.deps.storage.kols.setReferralCode('frogwhisperer', 'FROG')
  const coin = (changes: Record<string, unknown> = {}) => ({
    name: 'Night Market Frog',
    ticker: 'NMFROG',
    description: 'A frog that trades noodles at night.',
    imageBase64: FIRST_PICTURE,
    crew: [
      { handle: '@one', wallet: CREW_WALLETS[0], share: 60, hireRole: 'raid' },
      { handle: '@two', wallet: CREW_WALLETS[1], share: 40 },
    ],
    launcherPubkey: app.launcher.wallet,
    ...changes,
  })
  return { app, kolPerson, workerPerson, coin }
}
