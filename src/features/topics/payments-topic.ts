import { paymentRequirements } from '../../domain/payments/payment-requirements.ts'
import type { Topic } from './topic.ts'

/** Pay for single calls in the place of a key. */
export const PAYMENTS_TOPIC: Topic = {
  title: 'pay per call, without a key',
  summary: 'x402: USDC on Base or Solana, per call.',
  whyOff: ({ policy }) => (policy.payments === null ? 'The operator of this service takes no payments; claim a key.' : null),
  sections({ policy }) {
    const offer = paymentRequirements(policy.payments)
    if (!offer) return []
    const prices = Object.entries(offer.prices).map(([group, price]) => `${group} ${price}`)
    return [
      {
        title: 'Prices',
        text: `On ${offer.network} to ${offer.payTo}${offer.solana ? `, or on ${offer.solana.network} to ${offer.solana.payTo}` : ''}: ${prices.join(', ')}. upkeep is wire-fees, lock-holder-kol, crank and jobs.`,
      },
      {
        title: 'Ask, pay, ask again',
        text: 'Leave x-svc-api-key out: the answer is 402 with what to sign. Any x402 client does the rest; PAYMENT is what it made of accepts[].',
        commands: `jq -n '{name: "Paid Frog", ticker: "PDFROG", description: "A frog that pays.", seats: 2}' > hire.json
curl -s "$S/api/agent/autohire" -H 'content-type: application/json' -d @hire.json | jq -c '{status, code, accepts: [.accepts[] | {network, amount, asset, payTo}]}'
curl -s -D headers "$S/api/agent/autohire" -H "PAYMENT-SIGNATURE: \${PAYMENT:-}" -H 'content-type: application/json' -d @hire.json | jq -c '{code, hired: [.crew[]?.handle]}'
grep -i ^payment-response headers | cut -d' ' -f2 | tr -d '\\r' | base64 -d | jq -c .`,
      },
      {
        title: 'The same with a stock client',
        text: `With @x402/fetch and @x402/evm: wrapFetchWithPayment(fetch, new x402Client().register('${offer.network}', new ExactEvmScheme(account))) is a fetch that pays. The account holds USDC on Base, and needs no ETH.${offer.solana ? ` On Solana the same with ExactSvmScheme of @x402/svm, and USDC alone.` : ''}`,
      },
      { title: 'Rules', text: offer.flow.map((line) => `- ${line}`).join('\n') },
    ]
  },
  operations: ['autohire', 'dryRun', 'launch', 'prepareLaunch', 'wireFees', 'crank'],
  errors: [
    'payment_required',
    'payment_header_invalid',
    'payment_mismatch',
    'payment_refused',
    'payment_reused',
    'payment_used',
    'payment_in_progress',
    'payment_unavailable',
    'payment_unresolved',
  ],
}
