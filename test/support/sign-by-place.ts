import type { UnsignedTransaction } from '../../src/domain/operation.ts'
import { type KeyPair, keyPairFromSecret } from '../../src/lib/ed25519.ts'
import type { Launcher } from '../../src/ports/launchpad/launcher.ts'

type Sign = (offer: { transaction: string; signers: string[] }, pairs: readonly KeyPair[]) => string

/** Signs each in the place of the signer at its index, whoever that was to be; null leaves its place empty. */
export const signByPlace =
  (sign: Sign) =>
  async ({ bytesBase64, signers }: UnsignedTransaction, by: readonly (Launcher | null)[]): Promise<string> =>
    sign(
      { transaction: bytesBase64, signers: signers.map((_, index) => by[index]?.wallet ?? '') },
      by.flatMap((launcher) => (launcher ? [keyPairFromSecret(launcher.secret)!] : [])),
    )
