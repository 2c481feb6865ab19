import { createSigner, wrapFetchWithPayment } from 'x402-fetch'

/** The stock legacy client's fetch, which pays at most `maxAmount` millionths of a dollar for a call (0.10 dollars by itself). */
export const legacyFetch = async (privateKey, maxAmount) => wrapFetchWithPayment(fetch, await createSigner('base', privateKey), maxAmount)
