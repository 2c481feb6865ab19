import type { ProgramReport } from '../../adapters/launchpads/pump/programs/program-watch.ts'
import type { Config } from '../../config/config.ts'
import type { Finding } from '../../domain/operator/finding.ts'

/** One deployed program beside the build that this release was tried on. */
export function programFinding(
  { program, verdict, sha256, seen }: ProgramReport,
  { programGuard }: Pick<Config['solana'], 'programGuard'>,
): Finding {
  const { name, proven } = program
  if (verdict === 'unread')
    return { level: 'warn', text: `no node gave the program ${name}, so it was not compared`, fix: 'check SOLANA_RPC_URL' }
  const tried = `tried: ${proven.sha256}, ${proven.seen}`
  if (verdict === 'same') return { level: 'ok', text: `program ${name} is the same (deployed: ${sha256}; ${tried})` }
  if (verdict === 'older') return { level: 'ok', text: `program ${name} is older (deployed: ${sha256}, ${seen}; ${tried})` }
  const launches = programGuard === 'stop' ? 'launches are refused (PROGRAM_GUARD=stop)' : 'every dry-run says so (PROGRAM_GUARD=warn)'
  return {
    level: 'warn',
    text: `program ${name} is unknown: ${launches} (deployed: ${sha256}; ${tried})`,
    fix: 'run test/chain on it (`PROGRAMS_RPC_URL=… bun run programs:pull --force`), or wait for a release that knows it',
  }
}
