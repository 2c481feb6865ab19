import { type ProgramRecord, programState, whatChanged } from '../../domain/operator/deployed-program.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import type { Deps } from '../../ports/deps.ts'

/** Whether what launches go through is what was accepted, as the last look kept it; nothing while nobody has looked. */
export async function programFindings({ storage, policy }: Pick<Deps, 'storage' | 'policy'>): Promise<Finding[]> {
  if (policy.programGuard === 'off')
    return [{ level: 'warn', text: 'nobody looks whether the programs that launches go through change (PROGRAM_GUARD=off)' }]
  const records = await storage.programs.list()
  if (records.length === 0) return []
  const findings = records.flatMap((record) => findingOf(record, policy.programGuard === 'stop'))
  return findings.length > 0 ? findings : [{ level: 'ok', text: `the ${records.length} programs of launches are those that were accepted` }]
}

function findingOf(record: ProgramRecord, stops: boolean): Finding[] {
  const { platform, name } = record
  const state = programState(record)
  if (state === 'accepted') return []
  if (state === 'disputed')
    return [
      {
        level: 'warn',
        text: `the nodes of ${platform} do not agree on what is deployed as ${name}`,
        fix: 'one of them lags behind or lies: compare them with an explorer, and take it out of the settings',
      },
    ]
  const then = stops ? `launches on ${platform} are stopped` : `launches on ${platform} go on`
  return [
    {
      level: stops ? 'fail' : 'warn',
      text: `${then}: ${whatChanged(record)}`,
      fix: 'look at it as docs/operate.md says (AgentLaunchProgramChanged); `agent-launch programs accept` has launches go on with it',
    },
  ]
}
