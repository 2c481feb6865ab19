import type { KolIndex } from '../domain/matching/build-kol-index.ts'

/** The directory of KOLs made ready for matching. */
export interface Directory {
  /**
   * The index of the directory as it is now, built once for each version. The schedule asks for it every few seconds, so that
   * a request finds it ready; one that comes first after a change waits for the one build, and never gets an older version.
   */
  index(): Promise<KolIndex>
}
