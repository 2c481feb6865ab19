/** Which page: at most `limit` rows after `cursor`. */
export interface PageRequest {
  readonly limit: number
  readonly cursor: string | null
}

/** A page of a list, newest first; `nextCursor` is null on the last one. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}
