import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { EvmPayer } from '../payments/support/evm-payer.ts'
import { PRICE } from '../support/payment-bank.ts'
import { newPerson } from '../support/test-app.ts'
import type { ServiceCall } from './call-service.ts'
import type { Order } from './history.ts'
import { askUntilDecided, coinToLaunch, keptUntilMs, newOrder, type World } from './launch-order.ts'

/** A launch that a payer of its own pays for, and that can be sent again. */
export interface PaidRequest {
  readonly order: Order
  /** At any replica until it has ended or its payer goes away; each 201 is compared with the first. A lapsed payment is signed anew. */
  send(): Promise<void>
}

/** How soon whoever pays goes away, and comes back at the end or never: a payment whose process died is free after four minutes. */
const PAYER_WAITS_MS = 15_000
/** Shorter than most clients', so that what was never sent ends within the campaign. */
const VALID_SEC = 60
/** Who has less left signs anew: the payer's patience, and that of one more call. */
const LEFT_MIN_MS = PAYER_WAITS_MS + 25_000

/** Launches a coin for a payment: sent again with the same payment or, under the same key, with a new one, which must not be charged. */
export async function payForOrder(world: World, payer: EvmPayer, nextAddress: () => string, name: string): Promise<PaidRequest> {
  const { random, history } = world
  const launcher = newPerson()
  const order = newOrder(name, { key: `campaign-${randomUUID()}`, payer: payer.address.toLowerCase() })
  history.orders.push(order)
  const coin = { ...coinToLaunch(world, name), launcherPubkey: launcher.wallet }
  let validBeforeSec = 0
  let payments: Record<string, string>[] = []
  const sign = async () => {
    if (validBeforeSec * 1_000 - Date.now() > LEFT_MIN_MS) return
    validBeforeSec = Math.floor(Date.now() / 1_000) + VALID_SEC
    payments = [await payer.pay(PRICE.launch, { validBeforeSec }), await payer.pay(PRICE.launch, { validBeforeSec })]
  }
  const call = (): ServiceCall => ({
    method: 'POST',
    path: '/api/agent/launch',
    body: coin,
    headers: { ...random.pick(payments), 'x-launcher-key': launcher.secret, 'x-idempotency-key': order.key },
    address: nextAddress(),
  })
  const send = async () => {
    await sign()
    const untilMs = Math.min(performance.now() + PAYER_WAITS_MS, keptUntilMs(world, order))
    const decided = await askUntilDecided(world, call, { on: (made) => void order.calls.push(made), untilMs })
    if (!decided) return
    const { status, body } = decided
    // On a busy machine it lapsed on its way.
    if (status !== 201 && validBeforeSec * 1_000 < Date.now()) return
    order.endedMs ??= performance.now()
    if (status === 201) {
      if (order.launched && !isDeepStrictEqual(order.launched, body)) history.found('answer-changed', `two answers to ${name}`, order.calls)
      order.launched ??= body
      // What failed and was paid for may be tried again.
      order.failed = null
    } else if (body.code === 'launch_expired' || body.code === 'payment_refused') {
      if (order.launched) history.found('answer-changed', `${name} was launched, and then ${body.code}`, order.calls)
      order.failed = body.code as string
    } else history.found('wrongly-refused', `${name}, which was paid for, was answered ${status} ${body.code ?? ''}`, order.calls)
  }
  await sign()
  // Twins send the same payments.
  await Promise.all(Array.from({ length: random.fraction() < 0.3 ? 2 : 1 }, send))
  return { order, send }
}
