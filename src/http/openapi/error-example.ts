import { AppError, type ErrorCode } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'

/** Values for the holes in the catalogue's sentences; a hole that is not here stays as it is. */
const SAMPLE: Readonly<Record<string, string | number>> = {
  count: 1,
  first: '/ticker must have at least 2 characters, has 1',
  maxBytes: LIMITS.bodyBytesPlainMax,
  what: `has more than ${LIMITS.bodyValuesMax} values`,
  seconds: LIMITS.bodyDeadlineMs / 1_000,
  path: '/launcherKey',
  total: 95,
  state: 'consumed',
  fields: 'name, crew',
  handle: '@one',
  shareholders: 11,
  maxShareholders: 10,
  fits: 7,
  platform: 'elsewhere',
  balanceSol: 0.001,
  neededSol: 0.024,
  launchId: 'op_4kQ2vXw8sN',
  limit: 5,
  window: 'minute',
  scope: 'key',
  min: LIMITS.seatsMin,
  max: LIMITS.seatsMax,
  seats: 9,
  code: 'FROG',
  place: 1,
  featuredUrl: 'https://x.com/frog/status/1',
  retryAfterSec: 42,
  chainId: 'solana:mainnet-beta',
  freeSol: 0.004,
  asset: 'SOL',
  action: 'claimed',
  needed: 'open',
  deadline: '2026-12-01T00:00:00.000Z',
  wallet: '7reasuryWa11etofTheSimu1atedC1usterXXXXXXXXX',
}

const FIELDS: Partial<Record<ErrorCode, { path: string; message: string }>> = {
  validation_invalid: { path: '/ticker', message: 'must have at least 2 characters, has 1' },
  body_not_json: { path: '/', message: 'is not valid JSON' },
  secret_in_body: { path: '/launcherKey', message: 'must not be sent' },
}

/** An error of this code as a caller might meet it. */
export const errorExample = (code: ErrorCode): AppError => {
  const field = FIELDS[code]
  return new AppError(code, SAMPLE, { fields: field ? [field] : [] })
}
