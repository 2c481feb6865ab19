import type { FailedTransactionMetadata } from 'litesvm'

/** A transaction error as the RPC writes it: `"BlockhashNotFound"` or `{ InstructionError: [2, { Custom: 6016 }] }`. */
export type RpcTransactionError = string | Record<string, unknown>

/** LiteSVM's error in the RPC's JSON. It is read from the Rust debug text, the only form that carries every name. */
export function toRpcTransactionError(failed: FailedTransactionMetadata): RpcTransactionError {
  const debug = /err: (.*?), meta: /s.exec(failed.toString())?.[1] ?? 'Unknown'
  const instruction = /^InstructionError\((\d+), (.*)\)$/s.exec(debug)
  if (instruction) return { InstructionError: [Number(instruction[1]), toRpcInstructionError(instruction[2]!)] }
  const rent = /^InsufficientFundsForRent \{ account_index: (\d+) \}$/.exec(debug)
  if (rent) return { InsufficientFundsForRent: { account_index: Number(rent[1]) } }
  const duplicate = /^DuplicateInstruction\((\d+)\)$/.exec(debug)
  if (duplicate) return { DuplicateInstruction: Number(duplicate[1]) }
  return debug
}

function toRpcInstructionError(debug: string): string | { Custom: number } {
  const custom = /^Custom\((\d+)\)$/.exec(debug)
  return custom ? { Custom: Number(custom[1]) } : debug
}

/** The sentence nodes put in `message` when a simulation fails. */
export function describeTransactionError(error: RpcTransactionError): string {
  if (error === 'BlockhashNotFound') return 'Blockhash not found'
  if (error === 'AlreadyProcessed') return 'This transaction has already been processed'
  if (error === 'AccountNotFound') return 'Attempt to debit an account but found no record of a prior credit.'
  if (error === 'InsufficientFundsForFee') return 'Attempt to debit an account but found no record of a prior credit.'
  if (typeof error === 'string') return error
  const instruction = error.InstructionError as [number, unknown] | undefined
  if (!instruction) return JSON.stringify(error)
  const [index, reason] = instruction
  const custom = (reason as { Custom?: number }).Custom
  const text = custom === undefined ? String(reason) : `custom program error: 0x${custom.toString(16)}`
  return `Error processing Instruction ${index}: ${text}`
}
