import type { KolIndex } from '../domain/matching/build-kol-index.ts'

/** The directory of KOLs, indexed for matching. */
export interface Directory {
  /**
   * The index of the current directory, built once for each version. The schedule builds it every few seconds, so that requests find it
   * ready; a request that comes first after a change waits for the build, and never gets an older version.
   */
  index(): Promise<KolIndex>
}
