/** Why the chain refused a transaction, as text that is safe to show. */
export interface ProgramFailure {
  /** `funds`: the payer has too little. `blockhash`: the node does not know it (yet). `refused`: a program returned an error. */
  readonly kind: 'funds' | 'blockhash' | 'refused'
  /** The program's own name for the error, letters and digits only. */
  readonly name: string
}

// Anchor programs log the name of their error, so that errors of an upgraded program are readable too.
const ANCHOR_ERROR = /Error Code: (\w+)\./
const INSUFFICIENT_LAMPORTS = /insufficient lamports \d+, need \d+/
const ALREADY_IN_USE = /already in use/
const FUNDS_ERRORS: ReadonlySet<string> = new Set(['InsufficientFundsForFee', 'AccountNotFound', 'InsufficientFundsForRent'])

/** Reads the runtime's error JSON and its logs. */
export function programFailure(err: unknown, logs: readonly string[]): ProgramFailure {
  const outer = typeof err === 'string' ? err : Object.keys((err ?? {}) as object)[0]
  if (outer === 'BlockhashNotFound') return { kind: 'blockhash', name: outer }
  if (outer !== undefined && FUNDS_ERRORS.has(outer)) return { kind: 'funds', name: outer }
  if (logs.some((line) => INSUFFICIENT_LAMPORTS.test(line))) return { kind: 'funds', name: 'InsufficientLamports' }
  const named = logs.map((line) => ANCHOR_ERROR.exec(line)?.[1]).findLast((name) => name !== undefined)
  if (named) return { kind: 'refused', name: named }
  if (logs.some((line) => ALREADY_IN_USE.test(line))) return { kind: 'refused', name: 'AccountAlreadyInUse' }
  return { kind: 'refused', name: instructionError(err) ?? plainName(outer) }
}

function instructionError(err: unknown): string | null {
  const entry = (err as { InstructionError?: unknown } | null)?.InstructionError
  if (!Array.isArray(entry)) return null
  const reason: unknown = entry[1]
  if (typeof reason === 'string') return plainName(reason)
  const custom = (reason as { Custom?: unknown } | null)?.Custom
  return typeof custom === 'number' ? `ProgramError${custom}` : 'InstructionError'
}

const plainName = (name: string | undefined): string => name?.replace(/\W/g, '').slice(0, 64) || 'Unknown'
