import type { ProgramRecord } from '../../../domain/operator/deployed-program.ts'

/** The programs that launches go through, shared by all replicas. Change them under a lock, so that of several replicas one does. */
export interface ProgramRepo {
  /** Of one launchpad, or of all; by platform and address. */
  list(platform?: string): Promise<readonly ProgramRecord[]>
  /** Stores a record, in the place of an older one of this platform and address. */
  put(record: ProgramRecord): Promise<void>
  /** Removes it; without effect where there is none. */
  delete(of: Pick<ProgramRecord, 'platform' | 'address'>): Promise<void>
}
