import type { ScheduledJob } from '../../ports/scheduled-job.ts'

/** Makes a backup of the embedded database and removes the oldest. */
export const makeBackup: ScheduledJob<'backups' | 'clock'> = async ({ backups, clock }) => {
  if (!backups) return 'this database is backed up by other means'
  const { name, bytes } = await backups.make(clock.nowMs())
  return `made ${name} (${bytes} bytes), ${(await backups.list()).length} kept`
}
