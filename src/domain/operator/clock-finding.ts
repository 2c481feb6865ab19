import type { UnixMs } from '../brands.ts'
import type { Finding } from './finding.ts'

/** Signatures and payments whose time differs by more are refused. */
const SIGNATURE_SEC = 300

/**
 * Compares this machine's clock with the time of a recent block: `earlySec` and `lateSec` are the deviations that are normal on that
 * chain.
 */
export function clockFinding(
  { chain, nowMs, blockAtMs }: { readonly chain: string; readonly nowMs: UnixMs; readonly blockAtMs: UnixMs },
  { earlySec, lateSec }: { readonly earlySec: number; readonly lateSec: number },
): Finding {
  const offSec = Math.round((nowMs - blockAtMs) / 1_000)
  if (offSec > -earlySec && offSec < lateSec) return { level: 'ok', text: `the clock agrees with ${chain}’s` }
  const text = `the clock is ${Math.abs(offSec)} s ${offSec > 0 ? 'ahead of' : 'behind'} the newest final block of ${chain}; wallets’ signatures are refused at 5 minutes, payments at the end of their time`
  const fix = 'switch time synchronisation on (systemd-timesyncd, chrony)'
  return { level: Math.abs(offSec) < SIGNATURE_SEC ? 'warn' : 'fail', text, fix }
}
