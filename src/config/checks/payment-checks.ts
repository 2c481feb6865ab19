import { type CrossCheck, when } from './cross-check.ts'

/** Who settles the payments of single calls, and what that needs. */
export const PAYMENT_CHECKS: readonly CrossCheck[] = [
  {
    name: 'one facilitator',
    level: 'refuse',
    of: ['X402_PAY_TO', 'X402_FACILITATOR_URL', 'X402_FACILITATOR_KEY'],
    wrong: ({ payments: { payTo, facilitatorUrls, facilitatorKey } }) =>
      when(
        payTo !== null && (facilitatorUrls.length === 0) === (facilitatorKey === null),
        'X402_PAY_TO needs either X402_FACILITATOR_URL or X402_FACILITATOR_KEY',
      ),
  },
  {
    name: 'facilitator on Solana',
    level: 'refuse',
    of: ['X402_SOLANA_PAY_TO', 'X402_FACILITATOR_URL'],
    wrong: ({ payments: { payTo, solanaPayTo, facilitatorUrls } }) =>
      when(
        payTo !== null && solanaPayTo !== null && facilitatorUrls.length === 0,
        'X402_SOLANA_PAY_TO needs X402_FACILITATOR_URL: no facilitator for Solana runs in this process',
      ),
  },
  {
    name: 'node of the facilitator',
    level: 'refuse',
    of: ['X402_FACILITATOR_KEY', 'BASE_RPC_URL'],
    wrong: ({ payments, base }) =>
      when(payments.facilitatorKey !== null && base.rpcUrls.length === 0, 'X402_FACILITATOR_KEY needs BASE_RPC_URL'),
  },
]
