/** The databases that the storage supports. Checked only where standard SQL does not suffice. */
export type SqlDialect = 'sqlite' | 'postgres'
