import { formatAmount } from '../../../domain/money/currency.ts'
import { clockFinding } from '../../../domain/operator/clock-finding.ts'
import type { Finding } from '../../../domain/operator/finding.ts'
import { ADDRESS_FIX, baseNodeFindings } from '../base-node-findings.ts'
import type { ZoraSettings } from './entry.ts'
import { type BaseProbe, probeBase } from './probe-base.ts'
import type { MachineTime } from '../../../ports/clock.ts'

/** A block is at most two seconds old, and its timestamp is in whole seconds. */
const CLOCK_SEC = { earlySec: 15, lateSec: 60 }

/**
 * Whether launches with Zora on Base work, and what prevents them when they are configured; nothing when they are not. Asks the nodes.
 * `reason` is why they are disabled, null when they are not.
 */
export async function zoraFindings(time: MachineTime, base: ZoraSettings, reason: string | null): Promise<Finding[]> {
  const begun = base.platformReferrer !== null || base.treasury !== null || base.crankPayerKey !== null
  if (reason !== null) return begun ? [{ level: 'warn', text: `no launches with Zora on Base. ${reason}`, fix: 'set what is missing' }] : []
  const { nodes: reports, chain, payer } = await probeBase(time, base.rpcUrls, base.crankPayerKey)
  const nodes = baseNodeFindings(reports, base.chainId)
  if (nodes.every(({ level }) => level === 'fail')) return nodes
  if (chain === null) return [...nodes, { level: 'fail', text: 'Base does not answer', fix: ADDRESS_FIX }]
  if (!chain.hasZora) {
    const text = 'Base answers, and Zora is not there'
    return [...nodes, { level: 'fail', text, fix: 'name a node of Base’s main network in BASE_RPC_URL' }]
  }
  const skew = clockFinding({ chain: 'Base', nowMs: time.clock.machineMs(), blockAtMs: chain.blockAtMs }, CLOCK_SEC)
  const there: Finding = { level: 'ok', text: 'Base answers, and Zora is there' }
  return [...nodes, there, ...(skew.level === 'ok' ? [] : [skew]), ...(payer ? [payerFinding(payer, base)] : [])]
}

function payerFinding(
  { wallet, balanceWei }: NonNullable<BaseProbe['payer']>,
  { crankMaxWei }: Pick<ZoraSettings, 'crankMaxWei'>,
): Finding {
  const text = `EVM_CRANK_PAYER_KEY is ${wallet} and holds ${formatAmount(balanceWei, 'ETH')} ETH`
  // What one distribution may cost it.
  return balanceWei >= crankMaxWei ? { level: 'ok', text } : { level: 'warn', text, fix: 'fund it, or distributions stop' }
}
