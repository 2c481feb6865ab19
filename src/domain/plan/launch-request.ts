import type { FieldError } from '../errors/field-error.ts'
import { type Static, Type } from '@sinclair/typebox'
import type { DryRunId, Lamports, Mint, Wallet } from '../brands.ts'
import { CrewMember, withHireRole } from '../crew/crew.ts'
import { AppError, invalidFields } from '../errors.ts'
import type { Mode } from '../crew/fee-map.ts'
import { ModeField } from '../crew/mode-field.ts'
import type { BurnWallet } from '../crew/burn-wallet.ts'
import { Earnings, spelledEarnings } from '../crew/earnings-field.ts'
import { earningsProblems } from '../crew/earnings-problems.ts'
import { LIMITS } from '../limits.ts'
import { FIELD_LIMITS } from '../limits/field-limits.ts'
import { linkProblem } from '../text/link-problem.ts'
import { DecimalNumber } from '../money/decimals.ts'
import { SOL_DECIMALS, solToLamports } from '../money/sol.ts'
import { spelledMint } from '../text/coin-address.ts'
import { Text } from '../text/text.ts'
import { spelledWallet } from '../text/wallet-address.ts'
import { AgentInfo } from './agent-info.ts'

/** In place of a launchpad's id in a dry-run: the service compares those that are enabled. */
export const AUTO_PLATFORM = 'auto'

const CrewField = Type.Optional(Type.Array(CrewMember, { minItems: 1, maxItems: LIMITS.crewMax }))
/** @see rules 2.1 autoHire, 2.3 */
export const HireFallbackField = Type.Optional(
  Type.Literal('rank', {
    description: 'Where no profile speaks of the coin, hire by directory rank. Left out: autohire_no_match, and nobody is hired.',
  }),
)
const LinkField = Type.Optional(Text({ maxLength: LIMITS.linkMax, description: 'An http(s) address, or a name: @frog, frog.example.' }))
const WalletField = Type.Optional(Text({ minLength: 1, maxLength: FIELD_LIMITS.idMax }))
const DryRunIdField = Type.Optional(Text<DryRunId>({ minLength: 1, maxLength: FIELD_LIMITS.idMax }))

/** Body of dry-run, launch and unsigned launch. @see rules 2.1 */
export const LaunchRequest = Type.Object(
  {
    name: Text({ minLength: LIMITS.nameMin, maxLength: LIMITS.nameMax }),
    ticker: Text({ minLength: LIMITS.tickerMin, maxLength: LIMITS.tickerMax + 1, pattern: '^\\$?[A-Za-z0-9]{2,13}$' }),
    description: Type.Optional(Text({ maxLength: LIMITS.descriptionMax, multiline: true })),
    mode: ModeField,
    twitter: LinkField,
    website: LinkField,
    initialBuySol: Type.Optional(DecimalNumber(SOL_DECIMALS, { minimum: 0, maximum: LIMITS.initialBuySolMax })),
    imageUrl: Type.Optional(
      Text({
        minLength: 1,
        maxLength: FIELD_LIMITS.imageUrlMax,
        picture: true,
        description: 'Public http(s) address of a PNG, JPEG, WebP or GIF.',
      }),
    ),
    imageBase64: Type.Optional(
      Type.String({ minLength: 1, maxLength: LIMITS.bodyBytesMax, description: 'The picture itself, in the place of imageUrl.' }),
    ),
    imageContentType: Type.Optional(Text({ maxLength: FIELD_LIMITS.contentTypeMax })),
    crew: CrewField,
    autoHire: Type.Optional(
      Type.Object(
        {
          seats: Type.Optional(Type.Integer({ minimum: LIMITS.seatsMin, maximum: LIMITS.seatsMax })),
          fallback: HireFallbackField,
        },
        { additionalProperties: false },
      ),
    ),
    holderKol: Type.Optional(Type.Boolean({ description: 'The crew is chosen later, among the KOLs who hold the coin.' })),
    agent: Type.Optional(AgentInfo),
    earnings: Type.Optional(Earnings),
    rehearse: Type.Optional(
      Type.Boolean({ description: 'In dry-runs alone: run the launch and a minute of trading, and send nothing. Counts as ten calls.' }),
    ),
    atomicRequired: Type.Optional(Type.Boolean({ description: 'Refuse the launch where create and lock cannot land together.' })),
    launcherPubkey: WalletField,
    dryRunId: DryRunIdField,
    intent: Type.Optional(Type.Literal('launch')),
    platform: Type.Optional(
      Text({
        minLength: 1,
        maxLength: FIELD_LIMITS.platformMax,
        description: `Id of a launchpad; the default one where it is left out; ${AUTO_PLATFORM}, in dry-runs alone, compares the enabled ones.`,
      }),
    ),
    mintPubkey: Type.Optional(Text<Mint>({ minLength: 1, maxLength: FIELD_LIMITS.idMax })),
    creatorFeeBps: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: FIELD_LIMITS.creatorFeeBpsMax,
        description: 'What a trade pays the creator. No launchpad here lets a coin choose it: refused with the reason.',
      }),
    ),
    holderReward: Type.Optional(Type.Boolean({ description: 'Creator fees to the holders: refused, since the crew would get nothing.' })),
    cashback: Type.Optional(Type.Boolean({ description: 'Creator fees back to the traders: refused, since the crew would get nothing.' })),
  },
  { additionalProperties: false, title: 'LaunchRequest' },
)

export type LaunchRequest = Static<typeof LaunchRequest>

/** Body of a dry-run that wires fees to an existing mint. @see rules 10.12 */
export const WireFeesDryRunRequest = Type.Object(
  {
    intent: Type.Literal('wire-fees'),
    mint: Text({ minLength: 1, maxLength: FIELD_LIMITS.idMax }),
    mode: ModeField,
    crew: CrewField,
    holderKol: Type.Optional(Type.Boolean()),
    launcherPubkey: WalletField,
    platform: Type.Optional(Text({ minLength: 1, maxLength: FIELD_LIMITS.platformMax })),
    dryRunId: DryRunIdField,
  },
  { additionalProperties: false, title: 'WireFeesDryRunRequest' },
)

export type WireFeesDryRunRequest = Static<typeof WireFeesDryRunRequest>

/** What other services let a launch choose about its creator fees, and no plan of ours can have. */
export const FEE_OPTIONS = ['creatorFeeBps', 'holderReward', 'cashback'] as const

/** One of FEE_OPTIONS. */
export type FeeOption = (typeof FEE_OPTIONS)[number]

/** What a plan is made for. */
export const INTENTS = ['launch', 'wire-fees'] as const

/**
 * What the caller asks for, with every default filled in and without the picture: equivalent bodies are equal here, and members are
 * compared by name when a launch refers to a dry-run.
 */
export interface PlanRequest {
  readonly intent: (typeof INTENTS)[number]
  readonly mint: Mint | null
  readonly platform: string
  readonly name: string
  readonly ticker: string
  readonly description: string
  readonly mode: Mode
  readonly twitter: string | null
  readonly website: string | null
  readonly initialBuyLamports: Lamports
  readonly crew: readonly CrewMember[] | null
  readonly autoHireSeats: number | null
  /** Whom to hire where nobody matches; absent in plans of earlier versions. */
  readonly autoHireFallback?: 'rank' | null
  readonly holderKol: boolean
  readonly agent: AgentInfo | null
  readonly atomicRequired: boolean
  readonly launcherPubkey: Wallet | null
  /** Absent where the launcher's wallet gets the agent's share. */
  readonly earnings?: Earnings
  /** Drawn for each plan whose rule buys and burns; in no request of a caller. */
  readonly burn?: BurnWallet
  /** Fee options that were asked for, all of which are refused: absent in every plan. */
  readonly feeOptions?: readonly FeeOption[]
}

type RequestDefaults = Pick<PlanRequest, 'platform' | 'atomicRequired'>

/**
 * The request that a launch body makes.
 *
 * @see rules 2.1, 1.3
 */
export function requestOfLaunch(body: LaunchRequest, defaults: RequestDefaults): PlanRequest {
  const problems: FieldError[] = []
  const initialBuyLamports = solToLamports(body.initialBuySol ?? 0)
  if (initialBuyLamports === null) problems.push({ path: '/initialBuySol', message: 'must have at most 9 decimals' })
  if (body.imageUrl !== undefined && body.imageBase64 !== undefined) {
    problems.push({ path: '/imageBase64', message: 'must be left out when imageUrl is given' })
  }
  for (const field of ['twitter', 'website'] as const) {
    const link = body[field]?.trim() ?? ''
    const problem = link === '' ? null : linkProblem(link)
    if (problem !== null) problems.push({ path: `/${field}`, message: problem })
  }
  const atomicRequired = (body.atomicRequired ?? false) || defaults.atomicRequired
  if (atomicRequired && body.holderKol) {
    problems.push({ path: '/holderKol', message: 'locks nothing at launch, which atomicRequired (yours or the operator’s) forbids' })
  }
  problems.push(...earningsProblems(body))
  if (problems.length > 0) throw invalidFields(problems)
  return {
    intent: 'launch',
    mint: null,
    platform: body.platform ?? defaults.platform,
    name: body.name.trim(),
    ticker: body.ticker.replace(/^\$/, '').toUpperCase(),
    description: (body.description ?? '').trim(),
    mode: body.mode ?? 'agent',
    twitter: body.twitter?.trim() || null,
    website: body.website?.trim() || null,
    initialBuyLamports: initialBuyLamports!,
    ...crewSource(body),
    agent: body.agent ?? null,
    atomicRequired,
    launcherPubkey: launcherOf(body),
    ...(body.earnings ? { earnings: spelledEarnings(body.earnings) } : {}),
    ...askedFeeOptions(body),
  }
}

/** A false switch asks for nothing; a fee of 0 is a choice like any other. */
function askedFeeOptions(body: Pick<LaunchRequest, FeeOption>): Pick<PlanRequest, 'feeOptions'> {
  const feeOptions = FEE_OPTIONS.filter((option) => (body[option] ?? false) !== false)
  return feeOptions.length === 0 ? {} : { feeOptions }
}

/** The request that a wire-fees dry-run makes. */
export function requestOfWireFees(body: Omit<WireFeesDryRunRequest, 'intent'>, defaults: RequestDefaults): PlanRequest {
  return {
    intent: 'wire-fees',
    mint: spelledMint(body.mint),
    platform: body.platform ?? defaults.platform,
    name: '',
    ticker: '',
    description: '',
    mode: body.mode ?? 'agent',
    twitter: null,
    website: null,
    initialBuyLamports: solToLamports(0)!,
    ...crewSource(body),
    agent: null,
    atomicRequired: false,
    launcherPubkey: launcherOf(body),
  }
}

const launcherOf = ({ launcherPubkey }: Pick<LaunchRequest, 'launcherPubkey'>): Wallet | null =>
  launcherPubkey === undefined ? null : spelledWallet(launcherPubkey)

/**
 * `crew[]` wins over `autoHire`; `holderKol` ignores `autoHire` and excludes `crew[]`.
 * @see rules 10.8
 */
function crewSource(
  body: Pick<LaunchRequest, 'crew' | 'autoHire' | 'holderKol'>,
): Pick<PlanRequest, 'crew' | 'autoHireSeats' | 'autoHireFallback' | 'holderKol'> {
  const none = { autoHireSeats: null, autoHireFallback: null }
  if (body.holderKol) {
    if (body.crew)
      throw new AppError('crew_with_holder_kol_not_allowed', {}, { fields: [{ path: '/crew', message: 'excludes holderKol: true' }] })
    return { crew: null, ...none, holderKol: true }
  }
  if (body.crew) return { crew: body.crew.map(withHireRole), ...none, holderKol: false }
  if (body.autoHire) {
    const { seats = LIMITS.seatsDefault, fallback = null } = body.autoHire
    return { crew: null, autoHireSeats: seats, autoHireFallback: fallback, holderKol: false }
  }
  throw new AppError('crew_source_required', {}, { fields: [{ path: '/crew', message: 'or autoHire, or holderKol: true is required' }] })
}
