import { type Static, Type } from '@sinclair/typebox'
import { ClusterName } from '../cluster.ts'
import { ErrorCodeName } from '../error-code-name.ts'
import { Nullable } from '../json.ts'

/** What `launch.failed` says: nothing was created, and nothing will be. */
export const LaunchFailed = Type.Object({
  cluster: ClusterName,
  platform: Type.String(),
  launchId: Type.String(),
  mint: Type.String({ description: 'The address that the coin would have had.' }),
  name: Type.String(),
  ticker: Type.String(),
  launcher: Type.String(),
  dryRunId: Nullable(Type.String({ description: 'Free again: another launch may use it.' })),
  code: ErrorCodeName,
  detail: Type.String({ description: 'Why, as the launch was answered.' }),
  fix: Type.String({ description: 'What to do next.' }),
})
LaunchFailed.title = 'LaunchFailed'

export type LaunchFailed = Static<typeof LaunchFailed>
