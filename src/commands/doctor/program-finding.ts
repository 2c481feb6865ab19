import type { ProgramReport } from '../../adapters/launchpads/pump/programs/program-watch.ts'
import type { Finding } from '../../domain/operator/finding.ts'

/** One deployed program beside the build that this release was tried on. */
export function programFinding({ program, verdict, sha256, seen, control }: ProgramReport): Finding {
  const { name, proven } = program
  if (verdict === 'unread')
    return { level: 'warn', text: `no node gave the program ${name}, so it was not compared`, fix: 'check SOLANA_RPC_URL' }
  if (verdict === 'disputed')
    return {
      level: 'warn',
      text: `the nodes do not agree on the program ${name}`,
      fix: 'one of them lags behind or lies: take it out of SOLANA_RPC_URL',
    }
  const tried = `${control}; tried: ${proven.sha256}, ${proven.seen}`
  if (verdict === 'same') return { level: 'ok', text: `program ${name} is the same (deployed: ${sha256}, ${tried})` }
  if (verdict === 'older') return { level: 'ok', text: `program ${name} is older (deployed: ${sha256}, ${seen}, ${tried})` }
  return {
    level: 'warn',
    text: `program ${name} is unknown to this release (deployed: ${sha256}, ${tried})`,
    fix: 'run test/chain on it (`PROGRAMS_RPC_URL=… bun run programs:pull --force`) and `agent-launch programs accept`, or wait for a release that knows it',
  }
}
