import type { Config } from '../../config/config.ts'
import type { RemoteProbe, SolanaReadiness } from '../../adapters/payments/probe-facilitator.ts'
import { createSignerOpener } from '../../adapters/signers/open-signer.ts'
import { paymentOptionsOf, paymentSettingsOf } from '../../config/payment-settings.ts'
import { formatAmount } from '../../domain/money/currency.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import type { MachineTime } from '../../ports/clock.ts'

/** Where the alarm AgentLaunchWalletLow begins. */
const LITTLE_WEI = 2_000_000_000_000_000n

/** Whether payments can be settled. Reads only. */
export async function paymentFindings(time: MachineTime, config: Pick<Config, 'payments' | 'base' | 'solana' | 'aws'>): Promise<Finding[]> {
  const settings = paymentSettingsOf(config)
  if (settings === null) return []
  const { probeFacilitator } = await import('../../adapters/payments/probe-facilitator.ts')
  const probe = await probeFacilitator(time, await paymentOptionsOf(settings, createSignerOpener(time, config.aws)))
  if (probe.kind === 'unusable') {
    const text = 'X402_PAY_TO or X402_FACILITATOR_KEY cannot be used'
    return [{ level: 'fail', text, fix: 'check the address’s capital letters, and the key' }]
  }
  if (probe.kind === 'silent') {
    return [{ level: 'fail', text: 'the node of the facilitator does not answer', fix: 'check BASE_RPC_URL' }]
  }
  if (probe.kind === 'remote') {
    const { facilitators } = probe
    return facilitators.flatMap((one, at) => remoteFindings(one, facilitators.length === 1 ? '' : ` ${at + 1} of ${facilitators.length}`))
  }
  const wallet = `the facilitator’s wallet ${probe.wallet}`
  if (probe.balanceWei >= LITTLE_WEI) return [{ level: 'ok', text: `${wallet} holds ETH` }]
  if (probe.balanceWei > 0n) {
    const text = `${wallet} holds ${formatAmount(probe.balanceWei, 'ETH')} ETH: once that is gone, payments are answered with 503`
    return [{ level: 'warn', text, fix: 'send it a little ETH on Base' }]
  }
  return [{ level: 'fail', text: `${wallet} holds no ETH: no payment can be settled`, fix: 'send it a little ETH on Base' }]
}

/** `which`: which of several it is; nothing for the only one. */
function remoteFindings(probe: RemoteProbe, which: string): Finding[] {
  const name = `the facilitator${which}`
  if (probe === null) {
    return [{ level: 'fail', text: `${name} does not answer`, fix: 'check its address and key in X402_FACILITATOR_URL' }]
  }
  const onBase: Finding = probe.canSettle
    ? { level: 'ok', text: `${name} settles on Base` }
    : { level: 'fail', text: `${name} does not settle on Base`, fix: 'set X402_FACILITATOR_URL to one that does' }
  return probe.solana === null ? [onBase] : [onBase, solanaFinding(name, probe.solana)]
}

function solanaFinding(name: string, { canSettle, hasAccount }: SolanaReadiness): Finding {
  if (!canSettle) {
    const fix = 'set X402_FACILITATOR_URL to one with exact on Solana, or leave X402_SOLANA_PAY_TO out'
    return { level: 'fail', text: `${name} does not settle on Solana`, fix }
  }
  if (hasAccount) return { level: 'ok', text: `${name} settles on Solana` }
  if (hasAccount === null) return { level: 'fail', text: 'Solana’s node does not answer', fix: 'check SOLANA_RPC_URL' }
  const text = 'X402_SOLANA_PAY_TO has no account for USDC: no payment on Solana can be settled'
  return { level: 'fail', text, fix: 'send it a little USDC on Solana, which opens the account' }
}
