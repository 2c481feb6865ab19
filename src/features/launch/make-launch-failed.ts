import type { Cluster } from '../../domain/cluster.ts'
import { AppError, type Failure } from '../../domain/errors.ts'
import type { LaunchOperation } from '../../domain/operation.ts'
import type { LaunchFailed } from '../../domain/results/launch-failed.ts'

/** What is told of a launch that ended without a coin: the same sentences that its callers get. */
export function makeLaunchFailed(operation: LaunchOperation, { code, context }: Failure, cluster: Cluster): LaunchFailed {
  const { message, fix } = new AppError(code, context)
  const { name, ticker } = operation.plan.request
  return {
    cluster,
    platform: operation.platform,
    launchId: operation.id,
    mint: operation.mint,
    name,
    ticker,
    launcher: operation.launcher,
    dryRunId: operation.dryRunId,
    code,
    detail: message,
    fix,
  }
}
