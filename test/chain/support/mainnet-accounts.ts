import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type DumpedAccount, programsCacheDir, readManifest } from '../../../scripts/programs-cache.ts'

/** Dumps of mainnet accounts, kept beside the repository and never in it. */
const FIXTURES_DIR = resolve(import.meta.dir, '../../../../shared/fixtures/solana')

/** The first dump, complete; the later files replace the accounts whose layout grew with the fee-sweep upgrade. */
const JUNE_FILE = 'pump-accounts-2026-06-11.json'
const OCTOBER_FILES = ['global', 'fee_config', 'amm_global_config', 'mayhem_global_params', 'buyback0']

/** The pump binary of 2026-06-11, the last one known that wants the June layouts. */
const JUNE_PUMP_SHA256 = '3cdad544a8868cd108d3869f3427ae483cba225ce1eb2467a89924e55f6884e1'

interface RpcDump {
  pubkey: string
  account: { owner: string; lamports: number; data: [string, string] }
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

/** The accounts that match the cached binaries, later entries overriding earlier ones; null where none can be had. */
export function readMainnetAccounts(): DumpedAccount[] | null {
  const pulled = join(programsCacheDir(), 'accounts.json')
  if (!existsSync(FIXTURES_DIR)) return existsSync(pulled) ? readJson<DumpedAccount[]>(pulled) : null
  const june = readJson<DumpedAccount[]>(join(FIXTURES_DIR, JUNE_FILE))
  if (readManifest()['pump.so']?.sha256 === JUNE_PUMP_SHA256) return june
  const october = OCTOBER_FILES.map((label): DumpedAccount => {
    const { pubkey, account } = readJson<RpcDump>(join(FIXTURES_DIR, `${label}.json`))
    return { label, address: pubkey, owner: account.owner, lamports: account.lamports, dataBase64: account.data[0] }
  })
  return [...june, ...october]
}
