import type { Wallet } from '../../domain/brands.ts'
import { sampleSeedHex } from '../../domain/sample-wallets.ts'
import { toBase58 } from '../../lib/bytes.ts'
import { keyPairFromSeed } from '../../lib/ed25519.ts'
import { Secret } from '../../lib/secret.ts'
import type { Policy } from '../../ports/policy.ts'

/** True where the sample approver may approve: on the simulated chain, unless the operator has listed others. */
export const sampleApprover = ({ cluster, approvers }: Pick<Policy, 'cluster' | 'approvers'>): boolean => {
  const seed = new Secret(Uint8Array.from(Buffer.from(sampleSeedHex('approver'), 'hex')))
  return cluster === 'simulated' && approvers.has(toBase58(keyPairFromSeed(seed).publicKey) as Wallet)
}
