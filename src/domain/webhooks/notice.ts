import { atomicUnits } from '../brands.ts'
import { SAID_WORDS } from '../consent/signed-consent.ts'
import type { EventData, EventType } from '../events.ts'
import { amountText } from '../money/currency.ts'
import type { AmountView } from '../money/amount-json.ts'

/** What a chat is told of an event: a sentence, with names as agents and approvers wrote them, and the page to look at, if there is one. */
export interface ChatNotice {
  readonly text: string
  readonly url: string | null
}

type Sentence<Data> = (data: Data) => { readonly text: string; readonly url?: string | undefined }

const SENTENCES: { readonly [Type in EventType]: Sentence<EventData[Type]> } = {
  'launch.created': (coin) => ({
    text: `${coinNamed(coin)} is launched. ${coin.feeShareLocked ? 'Its fees are locked.' : 'Its fees are not locked yet.'}`,
    url: coin.coinUrl ?? coin.launchpadUrl,
  }),
  'feeShare.locked': (coin) => ({ text: `The fees of $${coin.ticker} are locked.`, url: coin.coinUrl ?? coin.launchpadUrl }),
  'holderKol.locked': (coin) => ({
    text: `The fees of $${coin.ticker} are locked to the KOLs among its holders.`,
    url: coin.coinUrl ?? coin.launchpadUrl,
  }),
  'remit.cranked': ({ ticker, distributed, remits }) => ({
    text: `Creator fees of $${ticker} are paid out: ${amountOf(distributed)} to ${remits.length} wallet(s).`,
  }),
  'buyback.executed': ({ ticker, mint, spent }) => ({
    text: `The treasury bought ${ticker === null ? mint : `$${ticker}`} back for ${amountOf(spent)}.`,
  }),
  'buyback.failed': ({ ticker, mint, detail }) => ({
    text: `The treasury bought nothing of ${ticker === null ? (mint ?? 'its coin') : `$${ticker}`}: ${detail}`,
  }),
  'coin.graduated': (coin) => ({ text: `${coinNamed(coin)} has graduated.`, url: coin.coinUrl ?? coin.launchpadUrl }),
  'coin.feesRedirected': (coin) => ({
    text: `The creator fees of ${coinNamed(coin)} no longer go to its split: ${coin.platform} gives them to ${coin.feesRedirected.to}.`,
    url: coin.coinUrl ?? coin.launchpadUrl,
  }),
  'dryRun.created': (plan) => ({
    text: plan.approvalRequired
      ? `A plan waits for a decision until ${plan.expiresAt}: ${planNamed(plan)}.${warningsOf(plan.warnings)}`
      : `A plan was made: ${planNamed(plan)}.${warningsOf(plan.warnings)}`,
    url: plan.approvalUrl,
  }),
  'dryRun.named': (plan) => ({
    text: `${planNamed(plan)} would pay ${plan.named.map(({ handle, stance }) => `${handle} (${SAID_WORDS[stance]})`).join(', ')}.`,
    url: plan.approvalUrl,
  }),
  'dryRun.approved': (plan) => ({ text: `Approved by ${plan.approvedByWallet}: ${planNamed(plan)}.`, url: plan.approvalUrl }),
  'dryRun.rejected': (plan) => ({
    text: `Rejected by ${plan.rejectedByWallet}: ${planNamed(plan)}. The reason: ${plan.reason}`,
    url: plan.approvalUrl,
  }),
  'launch.failed': ({ detail, fix, ...coin }) => ({ text: `The launch of ${coinNamed(coin)} failed. ${detail} ${fix}` }),
  'operator.alert': ({ alert, state, summary, runbook }) => ({
    text: state === 'raised' ? `${alert}: ${summary}. What to do: ${runbook}.` : `${alert} is over: ${summary}.`,
  }),
  'job.created': jobIs('waits for a worker'),
  'job.claimed': jobIs('has a worker'),
  'job.released': jobIs('was given back, and waits for a worker'),
  'job.submitted': jobIs('is handed in'),
  'job.returned': jobIs('could not be reached, and is its worker’s again'),
  'job.verified': jobIs('is accepted'),
  'job.paid': jobIs('is paid'),
  'job.rejected': jobIs('was not accepted'),
  'job.cancelRequested': jobIs('is to be called off, if its worker agrees'),
  'job.cancelled': jobIs('is called off'),
  'job.expired': jobIs('has expired'),
}

/** The notice of an event. */
export function noticeOf<Type extends EventType>(type: Type, data: EventData[Type]): ChatNotice {
  const { text, url } = SENTENCES[type](data)
  return { text, url: url ?? null }
}

const coinNamed = ({ name, ticker }: { readonly name: string; readonly ticker: string }): string => `${name} ($${ticker})`

/** A plan for a coin that exists has no name of its own. */
const planNamed = ({ name, ticker, mint }: { readonly name: string; readonly ticker: string; readonly mint: string | null }): string =>
  mint === null ? coinNamed({ name, ticker }) : `the fees of ${mint}`

const warningsOf = (warnings: readonly string[]): string => (warnings.length === 0 ? '' : ` Warnings: ${warnings.join(' ')}`)

const amountOf = ({ amount, currency }: AmountView): string => amountText(atomicUnits(BigInt(amount)), currency)

function jobIs(what: string): Sentence<EventData['job.created']> {
  return ({ ticker, job }) => ({ text: `The job \u201c${job.title}\u201d for $${ticker} ${what}.` })
}
