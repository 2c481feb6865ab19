import { unixMs, type WebhookId } from '../../src/domain/brands.ts'
import type { EventType } from '../../src/domain/events.ts'
import { LIMITS } from '../../src/domain/limits.ts'
import { OWN_LIMITS } from '../../src/domain/limits/own-limits.ts'
import { messageBody } from '../../src/domain/webhooks/webhook.ts'
import { createAlarmWatch } from '../../src/features/alarms/alarm-watch.ts'
import { runBuyback } from '../../src/features/buyback/run-buyback.ts'
import { watchGraduations } from '../../src/features/coins/watch-graduations.ts'
import { watchRedirects } from '../../src/features/coins/watch-redirects.ts'
import { sweepJobs } from '../../src/features/jobs/sweep-jobs.ts'
import { rejectionMessage } from '../../src/features/dry-run/reject-dry-run.ts'
import { noDisk } from '../../src/ports/machine/disk.ts'
import { createJobsScene } from './jobs-scene.ts'
import { makeKol } from './make-kol.ts'
import { newPerson, OPERATOR_KEY } from './test-app.ts'

const DAY_MS = 24 * 60 * 60_000

/** The message of every event, as it is sent to an endpoint that hears all: the first of each type, and every one of them. */
export async function recordEvents() {
  const [kol, buyer] = [newPerson(), newPerson()]
  const scene = await createJobsScene({
    kols: [{ ...makeKol({ handle: 'holder', rank: 1, wallet: kol.wallet }), optedOut: false }],
    env: { BUYBACK_KEY: buyer.secret, BUYBACK_EXECUTE: '1', BUYBACK_BURN: '1', BUYBACK_PRICE_RISE_BPS: '0' },
  })
  const { app, key } = scene
  const byOperator = { key: OPERATOR_KEY }
  const body = { url: 'https://public.test/hook', events: ['*'] }
  const { webhook } = (await app.call('POST', '/api/webhooks', body, byOperator)).body

  // A coin that is planned, approved and launched, paid out, bought back and graduated.
  const plan = app.launchBody({ ticker: 'TOLD', launcherPubkey: app.launcher.wallet })
  const answered = await scene.launch({ ...plan, dryRunId: await scene.dryRun(plan, { key: OPERATOR_KEY, approve: true }) })
  await scene.buy(answered, 8)
  await scene.call('POST', '/api/agent/crank', { mint: answered })
  const policy = { ...app.deps.policy, buyback: { ...app.deps.policy.buyback, mints: [{ mint: answered, weight: 1 }] } }
  await runBuyback({ ...app.deps, policy }, { dueAtMs: unixMs(app.clock.nowMs()) })
  await runBuyback({ ...app.deps, policy, buybackPayer: null }, { dueAtMs: unixMs(app.clock.nowMs() + OWN_LIMITS.launchStuckMs) })
  await app.call('POST', `/api/simulated/${answered}/graduate`)
  await app.clock.advance(60_000)
  await scene.run(watchGraduations)

  // One whose fees are taken away.
  await scene.launch({ ticker: 'XREDIRECT' })
  await app.clock.advance(60_000)
  await scene.run(watchRedirects)

  const unwanted = await scene.dryRun(app.launchBody({ ticker: 'NOFROG' }))
  const signed = app.signed(app.approver, (at) => rejectionMessage(unwanted, at))
  await app.call('POST', `/api/agent/launch/dry-run/${unwanted}/reject`, { reason: 'The crew is not ours.' }, { headers: signed })

  // One that is wired later, one whose crew are its holders, and one that never comes to be.
  const unlocked = await scene.launch({ ticker: 'XLOCKFAIL' })
  await scene.call('POST', '/api/agent/wire-fees', { mint: unlocked }, byOperator)
  const held = await scene.launch({ ticker: 'HELD', crew: undefined, holderKol: true })
  await scene.buy(held, 1, kol.wallet)
  await scene.call('POST', '/api/agent/lock-holder-kol', { mint: held }, byOperator)
  await scene.call('POST', '/api/agent/launch', app.launchBody({ ticker: 'XCREATEFAIL' }), { key })

  // A job that is paid, one whose work is not wanted, one that is called off, one that nobody takes,
  // and one that is given back.
  const [paid, rejected, cancelled] = [await scene.open(), await scene.open(), await scene.open()]
  for (const id of [paid, rejected]) {
    await scene.claim(id)
    await scene.submit(id)
  }
  await scene.verify(paid, { approve: true, reason: 'Ten of ten.' })
  await scene.verify(rejected, { approve: false, reason: 'Another coin’s memes.' })
  await scene.cancel(cancelled, { reason: 'We have someone now.' })
  await scene.open()
  const asked = await scene.open()
  await scene.claim(asked)
  await scene.cancel(asked, { reason: 'We have someone now.' })
  await scene.release(asked)
  const released = await scene.open()
  await scene.claim(released)
  await scene.release(released)
  await app.clock.advance(30 * DAY_MS)
  await scene.run(sweepJobs)
  // One whose work cannot be reached for a day.
  const unreached = await scene.open()
  await scene.claim(unreached)
  await scene.submit(unreached)
  scene.webDown = true
  await app.clock.advance(LIMITS.jobReviewMs)
  for (let looks = 0; looks < OWN_LIMITS.jobLooksMax; looks += 1) {
    await scene.run(sweepJobs)
    await app.clock.advance(OWN_LIMITS.jobLookMs)
  }

  // An alarm.
  const look = createAlarmWatch({ ...app.deps, disk: { ...noDisk, shortage: () => 'only 1 MiB is free' } })
  await look()
  await app.clock.advance(60_000)
  await look()

  const { storage } = app.deps
  const queue = await storage.webhooks.queue(webhook.id as WebhookId, app.clock.nowMs(), 1_000)
  const messages = queue.map(({ event }) => JSON.parse(messageBody(event)) as { type: EventType; timestamp: string; data: unknown })
  await scene.close()
  return { messages, first: Object.fromEntries(messages.toReversed().map((message) => [message.type, message])) }
}
