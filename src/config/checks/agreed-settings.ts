import { hkdfSync } from 'node:crypto'
import { createBurnWallets } from '../../adapters/signers/burn-wallets.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import type { Fingerprints } from '../../ports/storage/scheduling/agreed-settings.ts'
import type { Config } from '../config.ts'
import { hasSecretKey, readSecretKey } from '../secret-key.ts'

const FINGERPRINT_BYTES = 8

/**
 * Fingerprints of the settings that all replicas on one database have to have alike: who is paid, who approves, and what seals. Without the
 * sealing key's where there is no key yet.
 */
export function agreedSettingsOf({
  access,
  solana,
  base,
  data,
  buyback,
}: Pick<Config, 'access' | 'solana' | 'base' | 'data' | 'buyback'>): Fingerprints {
  const open = {
    TREASURY_WALLET: [solana.treasury ?? ''],
    EVM_TREASURY_WALLET: [base.treasury?.toLowerCase() ?? ''],
    APPROVER_WALLETS: access.approverWallets,
    APPROVALS_REQUIRED: [String(access.approvalsRequired)],
    ...(buyback.earningsKey ? { EARNINGS_KEY: [createBurnWallets(buyback.earningsKey)('').wallet] } : {}),
  }
  const ofOpen = Object.entries(open).map(([name, values]) => [
    name,
    sha256Hex(`${name} ${values.toSorted().join(',')}`).slice(0, 2 * FINGERPRINT_BYTES),
  ])
  if (!hasSecretKey(data)) return Object.fromEntries(ofOpen)
  const ofKey = Buffer.from(hkdfSync('sha256', readSecretKey(data).reveal(), '', 'agreed-settings', FINGERPRINT_BYTES))
  return { ...Object.fromEntries(ofOpen), SECRET_KEY: ofKey.toString('hex') }
}
