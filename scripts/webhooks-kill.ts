import { runWebhooks } from '../bench/measures/webhooks.ts'

/**
 * Events to endpoints of which some fail at random, by a worker that is killed every few seconds. Ends with 1 when an
 * event was lost, forged, or first tried out of order.
 */
const events = Number(process.argv[2] ?? 100_000)
const result = await runWebhooks({ events, endpoints: 50, failing: 10, failureRate: 0.03, killEveryMs: 3_000, speed: 20 })
console.table({ events, ...result, elapsedMs: Math.round(result.elapsedMs) })
process.exitCode = result.lost + result.forged + result.disordered > 0 ? 1 : 0
