/** The audit log, and where its chain begins and ends. */
export interface AuditTables {
  operator_act: {
    id: string
    number: number
    hash: string
    kind: string
    way: string
    address: string | null
    /** Of several operators. */
    name: string | null
    subject: string
    detail_json: string
    at_ms: number
  }
  /** One row: the entry after which those of `operator_act` begin, and the last. */
  act_chain: { id: number; kept_number: number; kept_hash: string; last_number: number; last_hash: string }
}
