/** Refunded jobs of a key are counted, and cancelled ones deleted after a time. */
export const calledOffJobs: readonly string[] = [
  `CREATE INDEX coin_job_refunded ON coin_job (key_id, changed_at_ms) WHERE state = 'refunded'`,
]
