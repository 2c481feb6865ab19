/** The databases that the storage runs on. Only what standard SQL cannot say in one way asks which it is. */
export type SqlDialect = 'sqlite' | 'postgres'
