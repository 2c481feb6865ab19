import type { AgentLaunchClient, Answer } from './create-client.ts'
import type { LaunchRequest } from './openapi.ts'

/** Of a launch, beside its body. */
export interface LaunchOptions {
  /** Secret key of the launcher's wallet, base58 or a JSON byte array. It is sent in a header to the service alone, and kept nowhere. */
  readonly launcherKey: string
  /**
   * 8 to 128 visible ASCII characters. Keep one of your own where the program may end before the answer: a call with it gets the
   * same coin.
   */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/**
 * Creates the coin and locks its fees. Repeated under one idempotency key while no answer comes, so that there is one coin at most.
 * 202 (`data.feeShareLocked` false) means that the coin is there and its fees are not locked: `data.nextSteps` says how to.
 */
export async function launch(
  client: AgentLaunchClient,
  body: LaunchRequest,
  { launcherKey, idempotencyKey = newIdempotencyKey(), signal }: LaunchOptions,
): Promise<Answer<'post', '/api/agent/launch'> & { readonly idempotencyKey: string }> {
  const answer = await client.POST('/api/agent/launch', {
    body,
    params: { header: { 'x-idempotency-key': idempotencyKey } },
    headers: { 'x-launcher-key': launcherKey },
    ...(signal === undefined ? {} : { signal }),
  })
  return { ...answer, idempotencyKey }
}

/** A key that nobody used. */
export const newIdempotencyKey = (): string => crypto.randomUUID()
