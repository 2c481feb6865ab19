import { fromBase64, toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { type KeyPair, signDetached } from '../../src/lib/ed25519.ts'
import type { Answer, TestApp } from './test-app.ts'

const PATH = '/api/agent/launch'

/** Who calls, whom, and for which mint: read at each call, since a test may start another app. */
interface Calling {
  readonly app: TestApp
  readonly key: string
  readonly mintPair: KeyPair
}

/** Signs as any client would: a count, the signatures in the order of `signers`, and the message. */
export function sign({ transaction, signers }: { transaction: string; signers: string[] }, pairs: readonly KeyPair[]): string {
  const bytes = fromBase64(transaction)!.slice()
  const message = bytes.slice(1 + 64 * signers.length)
  signers.forEach((signer, index) => {
    const pair = pairs.find(({ publicKey }) => toBase58(publicKey) === signer)
    if (pair) bytes.set(signDetached(message, pair), 1 + 64 * index)
  })
  return toBase64(bytes)
}

/** How a key launches what its own wallets sign. */
export const unsignedCalls = (current: () => Calling) => {
  const body = (changes: Record<string, unknown> = {}) => {
    const { app, mintPair } = current()
    return app.launchBody({ mintPubkey: toBase58(mintPair.publicKey), ...changes })
  }
  return {
    body,
    offer: (changes: Record<string, unknown> = {}, by = current().key) =>
      current().app.call('POST', `${PATH}/unsigned`, body(changes), { key: by }),
    submit: (launchId: string, transactions: unknown, by = current().key) =>
      current().app.call('POST', `${PATH}/submit`, { launchId, transactions }, { key: by }),
    signed: ({ body: { transactions } }: Answer, pairs = [current().app.launcher.pair, current().mintPair]): string[] =>
      transactions.map((entry: { transaction: string; signers: string[] }) => sign(entry, pairs)),
  }
}
