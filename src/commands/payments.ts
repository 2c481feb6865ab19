import { parseArgs } from 'node:util'
import { readConfig } from '../config/read-config.ts'
import { type Payment, PAYMENT_STATES, type PaymentState } from '../domain/payments/payment.ts'
import { AppError } from '../domain/errors.ts'
import { BY_COMMAND } from '../domain/operator/operator-act.ts'
import { priceText } from '../domain/money/price-text.ts'
import type { Deps } from '../ports/deps.ts'
import { recordRefund } from '../features/operator/record-refunded.ts'
import { print } from './print.ts'
import { withDeps } from './with-deps.ts'
import type { Environment } from '../config/environment.ts'
import { failureWord, hasVerdict } from '../domain/payments/payment-failure.ts'

/** `payments list`, `payments refunded ID`: payments of callers, refunds due, and recording a refund. */
export async function payments(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { state: { type: 'string' } } })
  const [action, id] = positionals
  const state = values.state as PaymentState | undefined
  if (state !== undefined && !PAYMENT_STATES.includes(state)) return refuse(`--state must be one of ${PAYMENT_STATES.join(', ')}.`)
  if (action !== 'list' && action !== 'refunded') return refuse('Say payments list or payments refunded ID.')
  if (action === 'refunded' && !id) return refuse('payments refunded needs the ID of a payment, as `payments list` shows it.')

  return withDeps({ env, config: readConfig(env) }, `payments ${action}`, async (deps) => {
    if (action === 'list') return list(deps, state)
    const refunded = await recordRefund(deps, BY_COMMAND, id!).catch(notDue)
    if (!refunded) return refuse(`No refund of ${id} is due.`)
    print(
      `${refunded.id} counts as refunded: its request is not redone any more. Now send ${priceText(refunded.amountUsdMicros)} to ${refunded.payer}.`,
    )
    if (hasVerdict(refunded, 'unproven'))
      print(`But nobody could tell whether it was charged at all: look for its nonce ${refunded.nonce} on the chain before you pay.`)
    return 0
  })
}

/** Null in the place of the refusal. */
function notDue(error: unknown): null {
  if (error instanceof AppError && error.code === 'refund_not_due') return null
  throw error
}

async function list({ storage }: Pick<Deps, 'storage'>, state: PaymentState | undefined): Promise<number> {
  const counts = await storage.payments.countByState()
  print(PAYMENT_STATES.map((name) => `${name} ${counts.get(name) ?? 0}`).join(', '))
  const { sessions, balanceUsdMicros } = await storage.credits.outstanding()
  if (sessions > 0)
    print(
      `Prepaid and not spent: ${priceText(balanceUsdMicros)} of ${sessions} session${sessions === 1 ? '' : 's'}, to be paid back when asked for.`,
    )
  let cursor: string | null = null
  do {
    const page = await storage.payments.list({ limit: 100, cursor }, state)
    for (const payment of page.rows) print(line(payment))
    cursor = page.nextCursor
  } while (cursor !== null)
  return 0
}

const line = ({ id, state, amountUsdMicros, payer, route, createdAtMs, transaction, failure }: Payment): string =>
  [
    id,
    state.padEnd(10),
    priceText(amountUsdMicros).padStart(9),
    payer,
    new Date(createdAtMs).toISOString(),
    route,
    transaction ?? '-',
    failure ? failureWord(failure) : '',
  ]
    .join('  ')
    .trimEnd()

function refuse(problem: string): number {
  process.stderr.write(`${problem}\n`)
  return 2
}
