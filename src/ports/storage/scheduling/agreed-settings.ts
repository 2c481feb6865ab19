/** Fingerprints of settings, by the names of their variables; no value can be had from one. */
export type Fingerprints = Readonly<Record<string, string>>

/** What every replica on this database has to have set alike. */
export interface AgreedSettingRepo {
  /** All that are stored. */
  list(): Promise<Fingerprints>
  /** Stores those whose names have none yet, and returns all that are stored then: of replicas that start at once, one decides. */
  agree(fingerprints: Fingerprints): Promise<Fingerprints>
  /** Stores these in the place of those that have their names. */
  replace(fingerprints: Fingerprints): Promise<void>
}
