import type { Config } from '../../config/config.ts'
import { type PaymentSettings, paymentSettingsOf } from '../../config/payment-settings.ts'
import type { GasPurse } from '../../ports/payments.ts'
import type { Finding } from './finding.ts'

const TIMEOUT_MS = 5_000
/** Nothing is settled here. */
const EMPTY_PURSE: GasPurse = { gasMax: 0n, check: async () => {}, take: async () => null, settle: async () => {} }

/** Whether payments can be settled. Sends nothing but questions. */
export async function paymentFindings(config: Pick<Config, 'payments' | 'base'>): Promise<Finding[]> {
  const settings = paymentSettingsOf(config)
  if (settings === null) return []
  const { createPayments } = await import('../../adapters/payments/payments.ts')
  try {
    createPayments({ ...settings, purse: EMPTY_PURSE })
  } catch {
    return [
      {
        level: 'fail',
        text: 'X402_PAY_TO or X402_FACILITATOR_KEY cannot be used',
        fix: 'check the address’s capital letters, and the key',
      },
    ]
  }
  return [await settles(settings)]
}

async function settles({ facilitator, rpcUrl }: PaymentSettings): Promise<Finding> {
  try {
    if ('url' in facilitator) {
      const response = await fetch(`${facilitator.url}/supported`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      const { kinds } = (await response.json()) as { kinds: { network: string; scheme: string }[] }
      if (kinds.some(({ network, scheme }) => network === 'eip155:8453' && scheme === 'exact'))
        return { level: 'ok', text: 'the facilitator settles on Base' }
      return { level: 'fail', text: 'the facilitator does not settle on Base', fix: 'set X402_FACILITATOR_URL to one that does' }
    }
    const [{ connectPayments }, { privateKeyToAccount }] = await Promise.all([
      import('../../adapters/payments/payments.ts'),
      import('viem/accounts'),
    ])
    const { address } = privateKeyToAccount(facilitator.key.reveal() as `0x${string}`)
    const balance = await connectPayments(rpcUrl).client.getBalance({ address })
    if (balance > 0n) return { level: 'ok', text: `the facilitator’s wallet ${address} holds ETH` }
    return {
      level: 'fail',
      text: `the facilitator’s wallet ${address} holds no ETH: no payment can be settled`,
      fix: 'send it a little ETH on Base',
    }
  } catch {
    return { level: 'fail', text: 'the facilitator or its node does not answer', fix: 'check X402_FACILITATOR_URL, or BASE_RPC_URL' }
  }
}
