import { type Abi, decodeErrorResult, type Hex } from 'viem'
import { AppError } from '../../../domain/errors.ts'
import { EvmRevert } from './evm-rpc.ts'

/**
 * Throws a revert as a refusal with its reason, and any other error as it is. The reason is the name that these contracts have for what
 * they reverted with, or its own text; `reverted` for neither.
 */
export function refuseRevert(abi: Abi, code: 'launch_refused' | 'chain_refused', error: unknown): never {
  throw error instanceof EvmRevert ? new AppError(code, { reason: reasonOf(abi, error.data) }, { cause: error }) : error
}

function reasonOf(abi: Abi, data: Hex): string {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi, data })
    const reason = errorName === 'Error' ? String(args[0]) : errorName
    return /^[\w :.,'-]{1,80}$/.test(reason) ? reason : 'reverted'
  } catch {
    return 'reverted'
  }
}
