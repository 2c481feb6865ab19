import type { Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Timers } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'
import { abortAfter } from '../abort-after.ts'

/** A signature has come by then, or counts as refused: a blockhash lives six times as long. */
const SIGN_TIMEOUT_MS = 10_000

/** Somebody outside this process who signs. */
export interface OutsideSigner {
  /** The wallet whose signature is wanted, whatever key the other holds. */
  readonly wallet: Wallet
  /** Asks for a signature, until the signal is aborted. */
  ask(message: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
  /** The signature in the port's form, from the answer; null when it is not this wallet's, or of something else. */
  accept(message: Uint8Array, answer: Uint8Array): Promise<Uint8Array | null>
}

/** Asks the outside signer, for ten seconds, and believes nothing that it answers. */
export function checkedSign({ timers }: { readonly timers: Timers }, { wallet, ask, accept }: OutsideSigner): Signer['sign'] {
  return async (message) => {
    const signal = abortAfter(timers, SIGN_TIMEOUT_MS)
    const late = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => late.reject(signal.reason), { once: true })
    try {
      const signature = await accept(message, await Promise.race([ask(message, signal), late.promise]))
      if (signature === null) throw new Error('the signature is of another key, or of something else')
      return signature
    } catch (cause) {
      throw new AppError('upstream_unavailable', { upstream: `the signer of ${wallet}` }, { cause })
    }
  }
}
