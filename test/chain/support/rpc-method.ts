import type { TestChain } from './test-chain.ts'

/** One JSON-RPC method: its positional parameters in, the `result` out. @throws RpcError */
export type RpcMethod = (chain: TestChain, params: readonly unknown[]) => unknown

export type RpcMethods = Record<string, RpcMethod>

/** The `{ context, value }` envelope of methods that answer for a slot. */
export const withContext = (chain: TestChain, value: unknown) => ({
  context: { slot: Number(chain.slot()), apiVersion: '3.0.0' },
  value,
})

/** The options object, wherever the caller put it. */
export const optionsOf = (params: readonly unknown[], index: number): Record<string, unknown> =>
  (params[index] as Record<string, unknown> | undefined) ?? {}
