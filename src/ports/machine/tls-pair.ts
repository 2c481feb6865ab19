import type { Secret } from '../../lib/secret.ts'

/** A certificate chain and its private key, both PEM. */
export interface TlsPair {
  readonly cert: string
  readonly key: Secret<string>
}
