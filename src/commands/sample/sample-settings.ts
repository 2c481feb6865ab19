import { sampleSeedHex } from '../../domain/sample-wallets.ts'
import { toBase58 } from '../../lib/bytes.ts'
import { type KeyPair, keyPairFromSeed } from '../../lib/ed25519.ts'
import { Secret } from '../../lib/secret.ts'
import type { Environment } from '../../config/environment.ts'
import { isSimulatedIn } from '../../config/is-simulated-in.ts'

/** The key pair of a sample wallet. */
export const samplePair = (name: Parameters<typeof sampleSeedHex>[0]): KeyPair =>
  keyPairFromSeed(new Secret(Uint8Array.from(Buffer.from(sampleSeedHex(name), 'hex'))))

/**
 * The environment of a service on the simulated chain, with an approver, a payer of distributions and jobs where it says nothing of
 * them, so that every route works. One that is set stays, and an empty one is not set; with a real chain nothing is added.
 * @see docs/simulated-mode.md
 */
export function withSampleSettings(env: Environment): Environment {
  if (!isSimulatedIn(env)) return env
  const payer = samplePair('crank payer')
  return {
    APPROVER_WALLETS: toBase58(samplePair('approver').publicKey),
    CRANK_PAYER_KEY: toBase58(Buffer.concat([Buffer.from(sampleSeedHex('crank payer'), 'hex'), payer.publicKey])),
    JOBS_ENABLED: '1',
    ...Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())),
  }
}
