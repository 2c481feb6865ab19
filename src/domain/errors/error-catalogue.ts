import { ACCESS_ERRORS } from './access-errors.ts'
import { BUYBACK_ERRORS } from './buyback-errors.ts'
import type { ErrorEntry } from './error-entries.ts'
import { COIN_ERRORS } from './coin-errors.ts'
import { CREW_ERRORS } from './crew-errors.ts'
import { DRY_RUN_ERRORS } from './dry-run-errors.ts'
import { JOB_ERRORS } from './job-errors.ts'
import { LAUNCH_ERRORS } from './launch-errors.ts'
import { PAYMENT_ERRORS } from './payment-errors.ts'
import { REQUEST_ERRORS } from './request-errors.ts'
import { SERVICE_ERRORS } from './service-errors.ts'
import { WEBHOOK_ERRORS } from './webhook-errors.ts'

type Area = Readonly<Record<string, ErrorEntry>>

type CodesOf<One extends Area> = One extends Area ? keyof One : never

/** Codes that more than one of the areas has. */
type Repeated<Areas extends readonly Area[]> = Areas extends readonly [infer First extends Area, ...infer Rest extends readonly Area[]]
  ? (keyof First & CodesOf<Rest[number]>) | Repeated<Rest>
  : never

/** All areas as one table; a code that two of them have does not compile. */
export const oneTable = <const Areas extends readonly Area[]>(
  ...areas: Areas & ([Repeated<Areas>] extends [never] ? unknown : { readonly twice: Repeated<Areas> })
) =>
  Object.assign({}, ...areas) as {
    readonly [Code in CodesOf<Areas[number]>]: Extract<Areas[number], Readonly<Record<Code, unknown>>>[Code]
  }

/**
 * The catalogue of error codes, one file an area. Clients and documents key on the names: one that was ever answered is never
 * renamed, reused or removed; test/fixtures/error-codes.json keeps them.
 */
export const ERRORS = oneTable(
  REQUEST_ERRORS,
  ACCESS_ERRORS,
  SERVICE_ERRORS,
  DRY_RUN_ERRORS,
  CREW_ERRORS,
  LAUNCH_ERRORS,
  COIN_ERRORS,
  WEBHOOK_ERRORS,
  PAYMENT_ERRORS,
  JOB_ERRORS,
  BUYBACK_ERRORS,
)

/** The areas as people read them, in the order of the catalogue. */
export const ERROR_AREAS: readonly (readonly [title: string, codes: readonly (keyof typeof ERRORS)[]])[] = [
  ['Requests', codesOf(REQUEST_ERRORS)],
  ['Keys and access', codesOf(ACCESS_ERRORS)],
  ['The service', codesOf(SERVICE_ERRORS)],
  ['Dry-runs', codesOf(DRY_RUN_ERRORS)],
  ['Crew', codesOf(CREW_ERRORS)],
  ['Launches', codesOf(LAUNCH_ERRORS)],
  ['Coins', codesOf(COIN_ERRORS)],
  ['Webhooks', codesOf(WEBHOOK_ERRORS)],
  ['Payments', codesOf(PAYMENT_ERRORS)],
  ['Creative work', codesOf(JOB_ERRORS)],
  ['Buybacks', codesOf(BUYBACK_ERRORS)],
]

function codesOf<const One extends Area>(area: One): readonly (keyof One)[] {
  return Object.keys(area)
}
