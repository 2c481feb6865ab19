import { AppError, invalidFields } from '../../domain/errors.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'

const PATH = '/earnings/buyAndBurnBps'
const NONCE_HEX = 32

/**
 * The request with a wallet of its own for what buys the coin and burns it; any other request as it is.
 *
 * @throws AppError operation_not_offered on a launchpad without buybacks | validation_invalid where the operator has no EARNINGS_KEY
 */
export function drawBurnWallet(
  { ids, burnWallets }: Pick<Deps, 'ids' | 'burnWallets'>,
  launchpad: Launchpad,
  request: PlanRequest,
): PlanRequest {
  if (request.earnings?.buyAndBurnBps === undefined) return request
  const { id: platform, title } = launchpad.facts
  if (!launchpad.buyback) {
    const fields = [{ path: PATH, message: `is not offered: the service cannot buy a coin of ${title}` }]
    throw new AppError('operation_not_offered', { platform, operation: 'buy and burn' }, { fields })
  }
  if (!burnWallets) throw invalidFields([{ path: PATH, message: 'is not offered: the operator has set no EARNINGS_KEY' }])
  const nonce = ids.hex(NONCE_HEX)
  return { ...request, burn: { nonce, wallet: burnWallets(nonce).wallet } }
}
