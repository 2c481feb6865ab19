import type { Config } from '../../config/config.ts'
import { createSignerOpener } from '../../adapters/signers/open-signer.ts'
import { paymentOptionsOf, paymentSettingsOf } from '../../config/payment-settings.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import type { MachineTime } from '../../ports/clock.ts'

/** Whether payments can be settled. Reads only. */
export async function paymentFindings(time: MachineTime, config: Pick<Config, 'payments' | 'base' | 'aws'>): Promise<Finding[]> {
  const settings = paymentSettingsOf(config)
  if (settings === null) return []
  const { probeFacilitator } = await import('../../adapters/payments/probe-facilitator.ts')
  const probe = await probeFacilitator(time, await paymentOptionsOf(settings, createSignerOpener(time, config.aws)))
  if (probe.kind === 'unusable') {
    const text = 'X402_PAY_TO or X402_FACILITATOR_KEY cannot be used'
    return [{ level: 'fail', text, fix: 'check the address’s capital letters, and the key' }]
  }
  if (probe.kind === 'silent') {
    const text = 'the facilitator or its node does not answer'
    return [{ level: 'fail', text, fix: 'check X402_FACILITATOR_URL, or BASE_RPC_URL' }]
  }
  if (probe.kind === 'remote') {
    if (probe.canSettle) return [{ level: 'ok', text: 'the facilitator settles on Base' }]
    return [{ level: 'fail', text: 'the facilitator does not settle on Base', fix: 'set X402_FACILITATOR_URL to one that does' }]
  }
  const wallet = `the facilitator’s wallet ${probe.wallet}`
  if (probe.balanceWei > 0n) return [{ level: 'ok', text: `${wallet} holds ETH` }]
  return [{ level: 'fail', text: `${wallet} holds no ETH: no payment can be settled`, fix: 'send it a little ETH on Base' }]
}
