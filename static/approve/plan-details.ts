import type { PlannedLockPath } from '../../src/domain/lock-path.ts'
import type { Earnings } from '../../src/domain/crew/earnings-field.ts'
import { partsOf } from '../../src/domain/crew/earnings.ts'
import type { Said } from '../../src/domain/consent/signed-consent.ts'
import type { Listing } from '../../src/domain/plan/payee-listing.ts'
import type { DryRunPlanView } from '../../src/features/dry-run/dry-run-plan-view.ts'
import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import { percentText } from '../../src/domain/money/figure-text.ts'
import { coinPicture } from '../lib/coin-parts.ts'
import { comparableAddress } from '../lib/address.ts'
import { foreign, h } from '../lib/dom.ts'
import { utcText, plural, shortText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { givenLink } from '../lib/links.ts'
import { type ShownShareholder, shareholderList, splitBar } from '../lib/shareholders.ts'
import { isUnlocked } from './outcome.ts'
import { changesSection, firstSection } from './plan-changes.ts'
import { moneySection } from './plan-money.ts'
import { fact, section } from './plan-section.ts'
import { warningsSection } from './plan-warnings.ts'
import { notRehearsed, rehearsalSection, transactionsOf } from './rehearsal.ts'

const LOCK_PATHS: Readonly<Record<PlannedLockPath, string>> = {
  'atomic-v1': 'The coin is created and its fees are locked in one transaction. Nobody can trade in between.',
  'atomic-v0': 'The coin is created and its fees are locked in one transaction. Nobody can trade in between.',
  'atomic-evm': 'The coin is created and its fees are locked in one transaction. Nobody can trade in between.',
  'jito-bundle': 'The coin is created and its fees are locked in one bundle of transactions: both happen, or neither.',
  sequential:
    'The coin is created first and its fees are locked right after, in another transaction. Fees of trades in between are not shared.',
  'holder-kol-open': 'Nothing is locked at launch. The crew is chosen among the holders later.',
  'wire-fees': 'The fees of a coin that exists are locked to the wallets above.',
}

const ONE_OR_TWO =
  'The coin is created and its fees are locked in one transaction where that is possible. Otherwise it takes two, with trades in between.'

/** Paths with nothing between coin and lock, which a launch may have to leave, and what is then true of them. */
const WHERE_POSSIBLE: Readonly<Partial<Record<PlannedLockPath, string>>> = {
  'atomic-v1': ONE_OR_TWO,
  'atomic-v0': ONE_OR_TWO,
  'jito-bundle':
    'The coin is created and its fees are locked in one bundle of transactions where that is possible. Otherwise one is sent after the other, with trades in between.',
}

/** Everything that the plan will do, in the order in which it should be read. */
export function planDetails(view: DryRunPublicView, picture: HTMLElement | null): HTMLElement[] {
  const { plan } = view
  return [
    view.changedSince.length > 0 && changedSection(view.changedSince),
    view.intent === 'launch' ? coinSection(plan, picture!) : mintSection(plan),
    warningsSection(view),
    view.previous?.approved ? changesSection(view.previous, view) : firstSection(view),
    splitSection(view),
    moneySection(plan),
    rehearsalSection(view),
    lockSection(view),
    askerSection(view.askedBy),
    plan.agent && agentSection(plan.agent),
    fingerprints(view),
  ].filter((part) => part !== null && part !== false)
}

/** What is true now and was not when the plan was made; above everything, since an approver decides in the present. */
const changedSection = (changes: readonly string[]) =>
  h(
    'section',
    { class: 'card notice notice-warn', 'aria-labelledby': 'changed' },
    h('h2', { id: 'changed' }, icon('warn'), 'Changed since this plan was made'),
    h('ul', { class: 'warnings' }, ...changes.map((change) => h('li', null, foreign(change)))),
  )

const coinSection = (plan: DryRunPlanView, picture: HTMLElement) =>
  h(
    'section',
    { class: 'card coin', 'aria-label': 'The coin' },
    picture,
    h(
      'div',
      { class: 'coin-text' },
      h('h1', null, foreign(plan.name)),
      h('p', { class: 'ticker' }, foreign(`$${plan.ticker}`)),
      h('p', { class: 'description' }, foreign(plan.vibe)),
      (plan.website !== null || plan.twitter !== null) &&
        h(
          'dl',
          { class: 'facts' },
          plan.website !== null && fact('Website', givenLink(plan.website)),
          plan.twitter !== null && fact('Twitter', givenLink(plan.twitter)),
        ),
    ),
  )

const mintSection = (plan: DryRunPlanView) =>
  h(
    'section',
    { class: 'card', 'aria-label': 'The coin' },
    plan.name === ''
      ? h('h1', null, 'Lock the fees of a coin that exists')
      : h(
          'div',
          { class: 'lock-head' },
          coinPicture({ mint: plan.mint ?? '', logoUrl: '', ticker: plan.ticker }, 48),
          h('h1', null, 'Lock the fees of ', foreign(plan.name), ' ', h('span', { class: 'ticker' }, foreign(`$${plan.ticker}`))),
        ),
    h('p', { class: 'lock-effect' }, 'No coin is created. The creator fees of this mint are locked to the wallets below.'),
    h('dl', { class: 'facts' }, fact('Mint', comparableAddress(plan.mint ?? '', 'mint'))),
  )

/** The agent's rule for its own share, in the words of the list above it. */
const earningsText = (earnings: Earnings, agentBps: number): string =>
  `Of the agent’s share of ${percentText(agentBps)}: ${partsOf(earnings)
    .map(({ handle, bps }) => `${percentText(bps)} to ${handle}`)
    .join(', ')}.`

function splitSection(view: DryRunPublicView): HTMLElement {
  const { plan, directory } = view
  const open = 10_000 - plan.shareholders.reduce((sum, { bps }) => sum + bps, 0)
  const hiredAs = (wallet: string) => plan.crew.filter((seat) => seat.wallet === wallet).map(({ hireRole }) => hireRole)
  const bar = splitBar(plan.shareholders)
  bar.classList.toggle('split-idle', isUnlocked(view))
  return section(
    'split',
    'Who gets the creator fees',
    isUnlocked(view) && h('p', { class: 'split-unlocked' }, icon('open'), 'Not in force: the fees are not locked.'),
    bar,
    shareholderList(plan.shareholders, { hiredAs, mark: listingMark(directory), note: unusedNote }),
    open > 0 &&
      h(
        'p',
        { class: 'split-note' },
        h('strong', null, percentText(open)),
        ' goes to KOLs among the holders, who are chosen later. Until then it is locked to nobody.',
      ),
    h('p', { class: 'muted' }, `${plural(plan.shareholders.length, 'wallet')}, ${percentText(10_000 - open)} in all.`),
    plan.earnings && h('p', { class: 'muted' }, earningsText(plan.earnings, plan.feeMap.deskBps)),
    plan.afterLock !== null && h('p', { class: 'muted' }, plan.afterLock),
    plan.referral &&
      h('p', { class: 'muted' }, 'Referred by ', foreign(plan.referral.handle), ' with code ', foreign(plan.referral.code), '.'),
  )
}

const lockSection = ({ plan, rehearsal }: DryRunPublicView) =>
  section(
    'lock',
    'How it is done',
    h(
      'dl',
      { class: 'facts' },
      fact('Lock path', lockText(plan, rehearsal)),
      fact('Launchpad', foreign(plan.platform)),
      notRehearsed({ rehearsal }),
    ),
  )

/** How it is planned, and what happens at launch where that is not possible, or is known not to be. */
function lockText({ atomicRequired, lockPath }: DryRunPlanView, rehearsal: DryRunPublicView['rehearsal']): string {
  const otherwise = WHERE_POSSIBLE[lockPath]
  if (otherwise === undefined) return LOCK_PATHS[lockPath]
  if (atomicRequired) return `${LOCK_PATHS[lockPath]} The launch stops if that is not possible.`
  const several = otherwise === ONE_OR_TWO ? transactionsOf(rehearsal) : 1
  return several > 1 ? `This launch takes ${several} transactions. ${LOCK_PATHS.sequential}` : otherwise
}

const askerSection = ({ label, fingerprint, approvalRequired, launches }: DryRunPublicView['askedBy']) =>
  section(
    'asker',
    'Who asks',
    h(
      'dl',
      { class: 'facts' },
      fact('Key', foreign(label)),
      fingerprint !== null && fact('Fingerprint', h('code', null, fingerprint)),
      fact('Launched by it', launches === 0 ? 'No coin' : plural(launches, 'coin')),
      fact('Without approval', approvalRequired ? 'It can launch nothing.' : 'It can launch too: its launches need no approval.'),
    ),
    fingerprint !== null &&
      h('p', { class: 'muted' }, 'Whoever made the key chose its name. The fingerprint is the one in the operator’s list.'),
  )

const agentSection = (agent: NonNullable<DryRunPlanView['agent']>) =>
  section(
    'agent',
    'What the agent says of itself',
    h(
      'dl',
      { class: 'facts' },
      agent.name !== undefined && fact('Name', foreign(agent.name)),
      agent.objective !== undefined && fact('Objective', foreign(agent.objective)),
      agent.model !== undefined && fact('Model', foreign(agent.model)),
    ),
  )

const LISTINGS: Readonly<Record<Listing, readonly [string, string]>> = {
  listed: ['listing', 'in the directory'],
  listed_with_another_wallet: ['listing listing-off', 'in the directory with another wallet'],
  not_listed: ['listing listing-off', 'not in the directory'],
}

const SAID_MARKS: Readonly<Record<Said, readonly [string, string]>> = {
  agreed: ['said', 'signed: takes part'],
  never: ['said listing-off', 'signed: never takes part'],
  others: ['said listing-off', 'signed: with other agents alone'],
  nothing: ['said', 'no consent signed'],
}

/** Whether the directory knows a crew member, and what they signed of taking part; nothing of wallets that are the service's own. */
const listingMark =
  (directory: DryRunPublicView['directory']) =>
  ({ wallet, handle }: ShownShareholder): HTMLElement | null => {
    const found =
      directory.find((seat) => seat.wallet === wallet && seat.handle === handle) ?? directory.find((seat) => seat.wallet === wallet)
    if (!found) return null
    const [stance, words] = SAID_MARKS[found.stance]
    return h(
      'span',
      { class: 'payee-marks' },
      h('span', { class: LISTINGS[found.listing][0] }, LISTINGS[found.listing][1]),
      h('span', { class: stance }, words),
    )
  }

/** No transaction has touched the wallet yet: nobody has shown that its key exists, and it may still become a program. */
const unusedNote = (shareholder: ShownShareholder): HTMLElement | null =>
  'unused' in shareholder && shareholder.unused ? h('p', { class: 'unused' }, icon('warn'), 'Never used before') : null

const fingerprints = (view: DryRunPublicView) =>
  h(
    'details',
    { class: 'card fingerprints' },
    h('summary', null, 'Fingerprints'),
    h(
      'dl',
      { class: 'facts' },
      fact('Id of the plan', comparableAddress(view.dryRunId, 'plan id')),
      fact('Plan (SHA-256)', comparableAddress(view.planHash, 'plan hash')),
      view.imageSha256 !== null && fact('Picture (SHA-256)', comparableAddress(view.imageSha256, 'picture hash')),
      fact('Made', utcText(view.createdAt)),
    ),
  )

/** The plan in one line, for where the decision is made: what it is called in a button. */
export const planTitle = ({ intent, plan }: DryRunPublicView): string =>
  intent === 'launch' ? plan.ticker : `fee lock of ${plan.ticker || shortText(plan.mint ?? '')}`
