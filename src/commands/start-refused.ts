import type { Finding } from '../domain/operator/finding.ts'

/** Checks that keep the service from starting failed: one line per failure, with its fix. Nothing was changed. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}

/** Throws unless no finding fails. @throws StartRefused that lists every failure */
export function refuseFailures(findings: readonly Finding[]): void {
  const lines = findings
    .filter(({ level }) => level === 'fail')
    .map(({ text, fix }) => `${text}; ${(fix ?? 'see `agent-launch doctor`').replace(/\.$/, '')}.`)
  if (lines.length > 0) throw new StartRefused(lines.join('\n'))
}
