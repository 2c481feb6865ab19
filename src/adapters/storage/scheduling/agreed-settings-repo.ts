import type { AgreedSettingRepo, Fingerprints } from '../../../ports/storage/scheduling/agreed-settings.ts'
import type { Executor } from '../engine/executor.ts'

/** Fingerprints of settings over Kysely. */
export function createAgreedSettingRepo(db: Executor): AgreedSettingRepo {
  const list = async (): Promise<Fingerprints> =>
    Object.fromEntries((await db.selectFrom('agreed_setting').selectAll().execute()).map(({ name, fingerprint }) => [name, fingerprint]))
  const rows = (fingerprints: Fingerprints) => Object.entries(fingerprints).map(([name, fingerprint]) => ({ name, fingerprint }))
  return {
    list,
    agree: async (fingerprints) => {
      await db
        .insertInto('agreed_setting')
        .values(rows(fingerprints))
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      return list()
    },
    replace: async (fingerprints) => {
      await db
        .insertInto('agreed_setting')
        .values(rows(fingerprints))
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ fingerprint: (eb) => eb.ref('excluded.fingerprint') }))
        .execute()
    },
  }
}
