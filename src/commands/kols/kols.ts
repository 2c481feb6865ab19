import { parseArgs } from 'node:util'
import { isSimulated } from '../../config/is-simulated.ts'
import { readConfig } from '../../config/read-config.ts'
import { AppError } from '../../domain/errors.ts'
import { BY_COMMAND } from '../../domain/operator/operator-act.ts'
import { exportKols } from '../../domain/kols/kol-export.ts'
import { importKols, type KolImportReport } from '../../features/kols/import-kols.ts'
import { setOptedOut } from '../../features/kols/set-opted-out.ts'
import { setReferralCode } from '../../features/referrals/set-referral-code.ts'
import type { Deps } from '../../ports/deps.ts'
import { print } from '../print.ts'
import { withDeps } from '../with-deps.ts'
import { isEvmAddress } from '../../lib/evm-address.ts'
import type { Environment } from '../../config/environment.ts'

/** One action with its arguments; returns the exit code. */
type KolDeps = Pick<Deps, 'storage' | 'clock' | 'ids'>

type Action = (deps: KolDeps, subjects: readonly string[]) => Promise<number>

const ACTIONS: Record<string, { readonly needs: readonly string[]; readonly run: Action }> = {
  export: { needs: [], run: exportAll },
  'opt-out': { needs: ['HANDLE'], run: (deps, [handle]) => optOut(deps, handle!, true) },
  'opt-in': { needs: ['HANDLE'], run: (deps, [handle]) => optOut(deps, handle!, false) },
  'referral-code': { needs: ['HANDLE', 'CODE'], run: (deps, [handle, code]) => giveCode(deps, handle!, code!) },
}

/** `kols import`, `export`, `opt-out`, `opt-in`, `referral-code`: the directory, for the operator on the machine. */
export async function kols(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false }, sample: { type: 'boolean', default: false } },
  })
  const [name = '', ...subjects] = positionals
  if (name === 'import') return importFile(env, subjects, { sample: values.sample, dryRun: values['dry-run'] })
  const action = ACTIONS[name]
  if (!action) return refuse('Say kols import, kols export, kols opt-out, kols opt-in or kols referral-code.')
  if (subjects.length !== action.needs.length) return refuse(`Say kols ${[name, ...action.needs].join(' ')}.`)
  return onDirectory({ env, config: readConfig(env) }, name, (deps) => action.run(deps, subjects))
}

async function importFile(
  env: Environment,
  subjects: readonly string[],
  { sample, dryRun }: { sample: boolean; dryRun: boolean },
): Promise<number> {
  const [path] = subjects
  if (subjects.length !== (sample ? 0 : 1)) return refuse('Say kols import FILE or kols import --sample.')
  const config = readConfig(env)
  if (sample && !isSimulated(config)) {
    return refuse('The sample is invented, and anyone can make the secrets of its wallets: it is for simulated mode alone.', 1)
  }
  const text = sample ? await sampleText() : await (path === '-' ? Bun.stdin : Bun.file(path!)).text().catch(unreadable)
  if (text === null) return refuse(`${path} cannot be read.`, 1)
  return onDirectory({ env, config }, 'import', async (deps) =>
    tellImport(await importKols(deps, BY_COMMAND, { text, isEvmAddress, dryRun }), dryRun),
  )
}

const sampleText = async (): Promise<string> => (await import('../../adapters/sample/sample-kols-csv.ts')).sampleKolsCsv

const unreadable = () => null

function tellImport({ added, updated, problems }: KolImportReport, dryRun: boolean): number {
  if (problems.length > 0) {
    const lines = problems.map(({ line, field, message }) => `  ${String(line).padStart(6)}  ${field.padEnd(12)} ${message}`)
    return refuse(`  line (of JSON: record)\n${lines.join('\n')}\n${problems.length} problem(s): nothing was imported.`, 1)
  }
  const figures = `${added} new and ${updated} known profiles`
  print(dryRun ? `The file is good: ${figures}. This was a dry run: nothing was kept.` : `Imported ${figures}.`)
  return 0
}

async function exportAll({ storage }: KolDeps): Promise<number> {
  process.stdout.write(exportKols(await storage.kols.all()))
  return 0
}

async function optOut(deps: KolDeps, handle: string, optedOut: boolean): Promise<number> {
  const kol = await setOptedOut(deps, BY_COMMAND, handle, optedOut)
  print(optedOut ? `@${kol.handle} is out: not shown and not hired, also after imports.` : `@${kol.handle} is back in.`)
  const other = optedOut ? await deps.storage.kols.findByWallet(kol.wallet) : null
  if (other) print(`@${other.handle} is paid into the same wallet and stays in; opt it out too if it is the same person.`)
  return 0
}

async function giveCode(deps: KolDeps, handle: string, code: string): Promise<number> {
  await setReferralCode(deps, BY_COMMAND, handle, code)
  print(`@${handle.replace(/^@/, '')} refers with ${code}. Keys that were claimed with an older code keep their referrer.`)
  return 0
}

async function onDirectory(on: Parameters<typeof withDeps>[0], action: string, work: (deps: KolDeps) => Promise<number>): Promise<number> {
  try {
    return await withDeps(on, `kols ${action}`, work)
  } catch (error) {
    if (error instanceof AppError) return refuse(error.message, 1)
    throw error
  }
}

function refuse(problem: string, exitCode = 2): number {
  process.stderr.write(`${problem}\n`)
  return exitCode
}
