import type { AgentLaunchClient, Answer } from './create-client.ts'
import { pause } from './pause.ts'

/** How long, and how often, something is asked for. */
export interface WaitOptions {
  /** Milliseconds between two looks; 2,000 when left out. */
  readonly pollMs?: number
  readonly signal?: AbortSignal
}

/** Milliseconds between two looks. */
export const POLL_MS = 2_000

/**
 * Resolves when the plan is approved, or rejected, or was used without; with `dry_run_expired` when its time is over before.
 *
 * @throws the signal's reason when it is aborted
 */
export async function waitForApproval(
  client: AgentLaunchClient,
  dryRunId: string,
  { pollMs = POLL_MS, signal }: WaitOptions = {},
): Promise<Answer<'get', '/api/agent/launch/dry-run/{id}'>> {
  for (;;) {
    const view = await client.GET('/api/agent/launch/dry-run/{id}', {
      params: { path: { id: dryRunId } },
      ...(signal === undefined ? {} : { signal }),
    })
    if (view.error || view.data.approved || view.data.rejected || view.data.consumed) return view
    await pause(pollMs, signal)
  }
}
