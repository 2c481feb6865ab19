import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { EvmPayer } from '../payments/support/evm-payer.ts'
import { PRICE } from '../support/payment-bank.ts'
import { newPerson } from '../support/test-app.ts'
import type { ServiceCall } from './call-service.ts'
import type { Order } from './history.ts'
import { askUntilDecided, coinToLaunch, newOrder, type World } from './launch-order.ts'

/** A launch that a payer of its own pays for, and that can be sent again. */
export interface PaidRequest {
  readonly order: Order
  /** At any replica until it has ended, or for so long; each 201 is compared with the first. */
  send(forMs: number): Promise<void>
}

/** How soon whoever pays goes away, and comes back later or never. A payment whose process died is free after four minutes. */
export const PAYER_WAITS_MS = 15_000
/** Shorter than most clients', so that what was never sent ends within the campaign. */
const VALID_SEC = 120

/** Launches a coin for a payment: sent again with the same payment or, under the same key, with a new one, which must not be charged. */
export async function payForOrder(world: World, payer: EvmPayer, address: string, name: string): Promise<PaidRequest> {
  const { random, history } = world
  const launcher = newPerson()
  const order = newOrder(name, { key: `campaign-${randomUUID()}`, payer: payer.address.toLowerCase() })
  history.orders.push(order)
  const coin = { ...coinToLaunch(world, name), launcherPubkey: launcher.wallet }
  const sign = () => payer.pay(PRICE.launch, { validBeforeSec: Math.floor(Date.now() / 1_000) + VALID_SEC })
  const payments = [await sign(), await sign()]
  const call = (): ServiceCall => ({
    method: 'POST',
    path: '/api/agent/launch',
    body: coin,
    headers: { ...random.pick(payments), 'x-launcher-key': launcher.secret, 'x-idempotency-key': order.key },
    address,
  })
  const send: PaidRequest['send'] = async (forMs) => {
    const decided = await askUntilDecided({ ...world, decidedWithinMs: forMs }, call, (made) => order.calls.push(made))
    if (!decided) return
    const { status, body } = decided
    order.endedMs ??= performance.now()
    if (status === 201) {
      if (order.launched && !isDeepStrictEqual(order.launched, body)) history.found('wrong', `two answers to ${name}`, order.calls)
      order.launched ??= body
      // What failed and was paid for may be tried again.
      order.failed = null
    } else if (body.code === 'launch_expired' || body.code === 'payment_refused') {
      if (order.launched) history.found('wrong', `${name} was launched, and then ${body.code}`, order.calls)
      order.failed = body.code as string
    } else history.found('wrong', `${name}, which was paid for, was answered ${status} ${body.code ?? ''}`, order.calls)
  }
  await Promise.all(Array.from({ length: random.fraction() < 0.3 ? 2 : 1 }, () => send(PAYER_WAITS_MS)))
  return { order, send }
}
