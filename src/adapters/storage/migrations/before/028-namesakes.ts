/** Indexes to find coins by name and by ticker in any case, for warnings of duplicates. */
export const namesakes: readonly string[] = [
  `CREATE INDEX coin_by_name ON coin (lower(name), key_id)`,
  `CREATE INDEX coin_by_ticker ON coin (lower(ticker), key_id)`,
]
