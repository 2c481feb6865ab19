import { toBase58 } from '../../../src/lib/bytes.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'
import { signOffer } from '../../support/sign-offer.ts'
import { newPerson } from '../../support/test-app.ts'
import type { UpkeepScene } from '../../support/upkeep-scene.ts'
import { type Documented, type Provocation, scened } from './provocation.ts'
import { busyPad, byItsApprover, darkPad, inTheDark } from './faulty-pads.ts'

/** Submits a launch that was offered and signed. */
const submitted = async (scene: UpkeepScene, changes: Record<string, unknown>, before: () => void = () => {}) => {
  const mintPair = newKeyPair()
  const body = scene.app.launchBody({ mintPubkey: toBase58(mintPair.publicKey), ...changes })
  const offer = (await scene.call('POST', '/api/agent/launch/unsigned', body)).body
  before()
  const transactions = signOffer(offer, [scene.app.launcher.pair, mintPair])
  return scene.call('POST', '/api/agent/launch/submit', { launchId: offer.launchId, transactions })
}

/** What the routes of launches refuse so: `METHOD path status`. */
export const LAUNCH_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  'POST /api/agent/launch/dry-run 503': inTheDark(async ({ app }) => app.launchBody()),
  'POST /api/agent/launch 503': inTheDark(async ({ app }) => app.launchBody()),
  'POST /api/agent/launch/unsigned 503': inTheDark(async ({ app }) => app.launchBody({ mintPubkey: newPerson().wallet })),
  'POST /api/agent/launch/unsigned 409': scened(
    (scene) => scene.call('POST', '/api/agent/launch/unsigned', scene.app.launchBody({ mintPubkey: newPerson().wallet })),
    { pad: busyPad },
  ),
  'POST /api/agent/wire-fees 503': inTheDark(async (scene) => ({ mint: await scene.launch({ ticker: 'XLOCKFAIL' }) })),
  'POST /api/agent/lock-holder-kol 503': inTheDark(async (scene) => ({ mint: await scene.launch({ holderKol: true, crew: undefined }) })),
  'POST /api/agent/crank 503': inTheDark(async (scene) => ({ mint: await scene.launch() })),
  // In the place of the mint stands the launchpad.
  'GET /api/platforms/{id} 503': inTheDark(async () => ({ mint: 'simulated' })),
  'GET /api/agent/status/{mint} 503': inTheDark(async (scene) => ({ mint: await scene.launch() })),
  'POST /api/agent/launch 403': byItsApprover(async ({ app }) => app.launchBody({ launcherPubkey: undefined })),
  'POST /api/agent/launch 409': scened(async (scene) => {
    const headers = { 'x-launcher-key': scene.app.launcher.secret, 'x-idempotency-key': 'the-same-key' }
    await scene.call('POST', '/api/agent/launch', scene.app.launchBody(), { headers })
    return scene.call('POST', '/api/agent/launch', scene.app.launchBody({ ticker: 'OTHER' }), { headers })
  }),
  'POST /api/agent/launch/submit 202': scened((scene) => submitted(scene, { ticker: 'XLOCKFAIL' })),
  'POST /api/agent/launch/submit 503': async () => {
    const dark = { now: false }
    return scened((scene) => submitted(scene, {}, () => (dark.now = true)), { pad: darkPad(dark) })({} as Documented)
  },
  'POST /api/agent/wire-fees 403': byItsApprover(async (scene) => ({ mint: await scene.launch({ ticker: 'XLOCKFAIL' }) })),
}
