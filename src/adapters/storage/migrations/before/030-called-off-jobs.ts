/** Jobs of a key that were given back: they are counted, and those that were called off are removed some day. */
export const calledOffJobs: readonly string[] = [
  `CREATE INDEX coin_job_refunded ON coin_job (key_id, changed_at_ms) WHERE state = 'refunded'`,
]
