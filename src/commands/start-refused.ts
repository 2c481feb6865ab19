import type { Finding } from './doctor/finding.ts'

/** What was found keeps the service from starting: a line for each failure, with its mending. Nothing was changed. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}

/** Returns when nothing of it fails. @throws StartRefused that tells every failure */
export function refuseFailures(findings: readonly Finding[]): void {
  const lines = findings
    .filter(({ level }) => level === 'fail')
    .map(({ text, fix }) => `${text}; ${(fix ?? 'see `agent-launch doctor`').replace(/\.$/, '')}.`)
  if (lines.length > 0) throw new StartRefused(lines.join('\n'))
}
