import { Secret } from '../../lib/secret.ts'
import { print } from '../print.ts'
import type { Environment } from '../../config/environment.ts'

/** The variables of payments, which the demo's service takes over; `DEMO_PAYER_KEY` pays. */
const NAMES = [
  'X402_PAY_TO',
  'X402_SOLANA_PAY_TO',
  'X402_SOLANA_RPC_URL',
  'X402_PRICES',
  'X402_FACILITATOR_URL',
  'X402_FACILITATOR_KEY',
  'BASE_RPC_URL',
]

/** The payment settings of the demo's service. */
export const demoPaymentEnv = (env: Environment): Record<string, string> =>
  Object.fromEntries(NAMES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))

/** Demonstrates a paid call without a key where calls are sold: its price and, with a wallet to pay, its payment. */
export async function showPayment(url: string, env: Environment): Promise<void> {
  if (!env.X402_PAY_TO) return
  const { priceOfCall, settledBy } = await import('../../adapters/payments/pay-for-call.ts')
  const call = (headers: Record<string, string> = {}) =>
    fetch(`${url}/api/agent/autohire`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ description: 'A frog that trades noodles at night.', seats: 1 }),
    })
  const step = (name: string, status: number) => print(`${name.padEnd(22)} ${status}  POST /api/agent/autohire`)
  const note = (text: string) => print(`${' '.repeat(28)}${text}`)

  const unpaid = await call()
  step('without a key', unpaid.status)
  const price = priceOfCall(unpaid.headers)
  note(price.text)
  if (!env.DEMO_PAYER_KEY) return note('DEMO_PAYER_KEY, a wallet with USDC on Base, would pay it')
  const paid = await call(await price.pay(new Secret(env.DEMO_PAYER_KEY)))
  step('and with a payment', paid.status)
  const transaction = settledBy(paid.headers)
  note(transaction ? `settled by ${transaction}` : ((await paid.json()) as { detail: string }).detail)
}
