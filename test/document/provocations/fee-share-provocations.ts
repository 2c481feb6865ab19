import type { Mint } from '../../../src/domain/brands.ts'
import { makeKol } from '../../support/make-kol.ts'
import { signOffer } from '../../support/sign-offer.ts'
import { CREW_WALLETS, newPerson } from '../../support/test-app.ts'
import type { UpkeepScene } from '../../support/upkeep-scene.ts'
import { type Documented, type Provocation, scened } from './provocation.ts'
import { busyPad, byItsApprover } from './faulty-pads.ts'

/** A coin without a lock, of which a KOL of the directory holds some. */
async function heldByKol(scene: UpkeepScene, changes: Record<string, unknown> = { holderKol: true, crew: undefined }) {
  const mint: string = await scene.launch(changes)
  const holder = newPerson().wallet
  await scene.app.deps.storage.kols.upsert([{ ...makeKol({ handle: 'holder', wallet: holder }), optedOut: false }])
  await scene.buy(mint as Mint, 1, holder)
  return { mint }
}

/** A lock of another crew, that comes when the first is on its way to the chain. */
const whileOneIsSent =
  (changes: Record<string, unknown>, bodies: (mint: string) => readonly [object, object]): Provocation =>
  ({ method, path }) =>
    scened(async (scene) => {
      const { mint } = await heldByKol(scene, changes)
      const [first, second] = bodies(mint)
      const [sent, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const end = scene.app.between.pad.stepIn('advance', (advance) => async (transactions) => {
        sent.resolve()
        await goOn.promise
        return advance(transactions)
      })
      const answered = scene.call(method, path, first)
      await sent.promise
      const refused = await scene.call(method, path, second)
      end()
      goOn.resolve()
      await answered
      return refused
    })({} as Documented)

/** What an unsigned lock of a coin asks for. */
const unsignedTarget = (scene: UpkeepScene, mint: string) => ({ mint, launcherPubkey: scene.app.launcher.wallet })

const oneOf = (index: number) => [{ handle: `@crew${index}`, wallet: CREW_WALLETS[index], share: 100 }]

/** What the routes of fees refuse so: `METHOD path status`. */
export const FEE_SHARE_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  'POST /api/agent/crank 409': scened(
    async (scene) => {
      const headers = { 'x-launcher-key': scene.app.launcher.secret }
      return scene.call('POST', '/api/agent/crank', { mint: await scene.launch() }, { headers })
    },
    { pad: busyPad },
  ),
  'POST /api/agent/lock-holder-kol 403': byItsApprover(heldByKol),
  'POST /api/agent/wire-fees 409': whileOneIsSent({ ticker: 'XLOCKFAIL' }, (mint) => [
    { mint, crew: oneOf(0) },
    { mint, crew: oneOf(1) },
  ]),
  'POST /api/agent/lock-holder-kol 409': whileOneIsSent({ holderKol: true, crew: undefined }, (mint) => [
    { mint, mode: 'agent' },
    { mint, mode: 'raid' },
  ]),
  'POST /api/agent/wire-fees/unsigned 409': scened(
    async (scene) =>
      scene.call('POST', '/api/agent/wire-fees/unsigned', unsignedTarget(scene, await scene.launch({ ticker: 'XLOCKFAIL' }))),
    { pad: busyPad },
  ),
  'POST /api/agent/lock-holder-kol/unsigned 409': scened(
    async (scene) => scene.call('POST', '/api/agent/lock-holder-kol/unsigned', unsignedTarget(scene, (await heldByKol(scene)).mint)),
    { pad: busyPad },
  ),
  'POST /api/agent/wire-fees/submit 409': scened(async (scene) => {
    const target = unsignedTarget(scene, await scene.launch({ ticker: 'XLOCKFAIL' }))
    const offers = await Promise.all(
      [0, 1].map(
        async (position) => (await scene.call('POST', '/api/agent/wire-fees/unsigned', { ...target, crew: oneOf(position) })).body,
      ),
    )
    const answers = await Promise.all(
      offers.map((offer) => {
        const transactions = signOffer(offer, [scene.app.launcher.pair])
        return scene.call('POST', '/api/agent/wire-fees/submit', { lockId: offer.lockId, transactions })
      }),
    )
    return answers.find(({ status }) => status === 409) ?? answers[1]!
  }),
}
