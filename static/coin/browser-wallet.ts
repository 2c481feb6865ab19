import bs58 from 'bs58'

/** Where the browser keeps the address of its wallet on the simulated chain. There is no key to it: nothing is signed there. */
const KEPT_AS = 'simulated-wallet'

/** The address that this browser has used before, or a new one. */
export function walletOfBrowser(): string {
  const made = bs58.encode(crypto.getRandomValues(new Uint8Array(32)))
  try {
    const kept = localStorage.getItem(KEPT_AS)
    if (kept !== null && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(kept)) return kept
    localStorage.setItem(KEPT_AS, made)
  } catch {
    // A browser that keeps nothing has another wallet on each page.
  }
  return made
}
