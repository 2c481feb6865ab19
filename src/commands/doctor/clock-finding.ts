import type { Finding } from './finding.ts'

/** Wallets' signatures and payments are refused beyond this. */
const SIGNATURE_SEC = 300

/**
 * What is to be said of this machine's clock beside the time of a block that was made some seconds ago: `earlySec` and
 * `lateSec` are how far the two may differ by the way of the chain.
 */
export function clockFinding(
  { chain, nowMs, blockMs }: { readonly chain: string; readonly nowMs: number; readonly blockMs: number },
  { earlySec, lateSec }: { readonly earlySec: number; readonly lateSec: number },
): Finding {
  const offSec = Math.round((nowMs - blockMs) / 1_000)
  if (offSec > -earlySec && offSec < lateSec) return { level: 'ok', text: `the clock agrees with ${chain}’s` }
  const text = `the clock is ${Math.abs(offSec)} s ${offSec > 0 ? 'ahead of' : 'behind'} the newest final block of ${chain}; wallets’ signatures are refused at 5 minutes, payments at the end of their time`
  const fix = 'switch time synchronisation on (systemd-timesyncd, chrony)'
  return { level: Math.abs(offSec) < SIGNATURE_SEC ? 'warn' : 'fail', text, fix }
}
