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

const DATABASE_OFF_MS = 2_000

/** What is said where this machine's clock is not the database's, whose time all replicas go by; null where they agree. */
export function databaseClockFinding(aheadMs: number): Finding | null {
  if (Math.abs(aheadMs) < DATABASE_OFF_MS) return null
  const text = `the clock of this machine is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database’s, whose time the service goes by`
  return { level: 'warn', text, fix: 'switch time synchronisation on (systemd-timesyncd, chrony) on both' }
}
