import { BY_COMMAND } from '../../domain/operator/operator-act.ts'
import { SAMPLE_REFERRAL_CODE } from '../../domain/sample-wallets.ts'
import { importKols } from '../../features/kols/import-kols.ts'
import { setReferralCode } from '../../features/referrals/set-referral-code.ts'
import { toBase58 } from '../../lib/bytes.ts'
import type { Deps } from '../../ports/deps.ts'
import { samplePair } from './sample-settings.ts'

const REFERRER = 'SampleReferrer'

/**
 * Gives a service on the simulated chain whose directory is empty the sample directory, and in it a referrer whose code is known. A
 * directory that has anybody in it stays as it is.
 */
export async function importSample(deps: Pick<Deps, 'storage' | 'policy' | 'clock' | 'ids'>): Promise<void> {
  const { storage, policy } = deps
  if (policy.cluster !== 'simulated') return
  const { rows } = await storage.kols.list({ limit: 1, cursor: null })
  if (rows.length > 0) return
  const { sampleKolsCsv } = await import('../../adapters/sample/sample-kols-csv.ts')
  const referrer = `301,${REFERRER},Sample Referrer,,${toBase58(samplePair('referrer').publicKey)},,1000,,kol,,false,false\n`
  await importKols(deps, BY_COMMAND, { text: `${sampleKolsCsv.trimEnd()}\n${referrer}`, isEvmAddress: () => true, dryRun: false })
  await setReferralCode(deps, BY_COMMAND, REFERRER, SAMPLE_REFERRAL_CODE)
}
