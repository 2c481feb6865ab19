import type { Environment } from './environment.ts'

/** `isSimulated` by the variables themselves. */
export function isSimulatedIn(env: Pick<Environment, string>): boolean {
  const isSet = (name: string) => Boolean(env[name]?.trim())
  return !isSet('SOLANA_RPC_URL') && !(isSet('BASE_RPC_URL') && isSet('EVM_TREASURY_WALLET'))
}
