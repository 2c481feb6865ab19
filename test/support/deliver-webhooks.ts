import { deliverTurn, exchangeTurns } from '../../src/features/webhooks/deliver-turn.ts'

/** One pass over all endpoints with something due, concurrently; returns how many there were. */
export async function deliverDue(deps: Parameters<typeof deliverTurn>[0], endpointsMax = 200): Promise<number> {
  const turns = await exchangeTurns(deps, [], endpointsMax)
  const ended = await Promise.all(turns.map((turn) => deliverTurn(deps, turn)))
  await exchangeTurns(deps, ended, 0)
  return turns.length
}
