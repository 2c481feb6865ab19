import { AppError } from '../../domain/errors.ts'
import type { Layer } from './pipeline.ts'

/** Headers that open something for whoever reads them; a signed payment can be spent by the first who sends it. */
const SECRET_HEADERS = ['x-svc-api-key', 'x-launcher-key', 'authorization', 'payment-signature', 'x-payment'] as const

/**
 * Lets no request by that carries a secret where others can read it. Nothing of the secret is read.
 * @throws AppError insecure_transport
 */
export const refuseExposedSecrets: Layer = ({ headers }, { mayCarrySecrets }, next) => {
  if (!mayCarrySecrets && SECRET_HEADERS.some((name) => headers.has(name))) throw new AppError('insecure_transport')
  return next()
}
