import type { PolicyClauses } from '../../src/domain/policy/policy-clauses.ts'
import { addressKey } from '../../src/domain/crew/payee.ts'
import { percentText } from '../../src/domain/money/figure-text.ts'
import type { PolicyTextView } from '../../src/features/policies/policy-view.ts'
import { fact, section } from '../approve/plan-section.ts'
import { comparableAddress } from '../lib/address.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { utcText, plural } from '../lib/format.ts'
import { newTabLink, walletPath } from '../lib/links.ts'
import { hasEnded } from './policy-states.ts'

/** What a policy allows, in plain words, in the order in which it should be read. */
export const policyDetails = ({ clauses, key, keyName, listed, signed }: PolicyTextView): Child[] => {
  const ended = signed !== null && hasEnded(signed.state)
  const on = signed?.state === 'allowing' || signed?.state === 'early'
  return [
    section(
      'allows',
      ended ? 'What it allowed' : on ? 'What is allowed' : 'What you allow',
      h(
        'p',
        { class: 'policy-lead' },
        h('strong', null, foreign(key.label)),
        ended ? ' was allowed to launch coins on ' : ' may launch coins on ',
        launchpads(clauses),
        ' without asking again.',
      ),
      ended ? h('p', { class: 'muted' }, 'None of this is allowed any more. ', limitsLine(clauses)) : amounts(clauses),
      h(
        'p',
        { class: 'policy-dates' },
        'From ',
        h('strong', null, utcText(clauses.from)),
        ' until ',
        h('strong', null, utcText(clauses.until)),
        ended ? '.' : ', or until an approver revokes it.',
      ),
    ),
    askerSection(key, { keyName, ended }),
    crewSection(clauses, { listed, ended }),
    !ended && section('not', 'What still needs approval', stillWaits()),
  ]
}

/** Where it holds: launchpads by their names, and the one that is none by what it is. */
export const launchpads = ({ platforms }: Pick<PolicyClauses, 'platforms'>): HTMLElement =>
  h('strong', null, foreign(platforms.map((platform) => (platform === 'simulated' ? 'the simulated chain' : platform)).join(', ')))

/** What no policy decides. */
const stillWaits = (): HTMLElement =>
  h(
    'ul',
    { class: 'warnings' },
    h('li', null, 'Every launch outside one of these limits: the agent is told which one.'),
    h('li', null, 'Locking the fees of a coin that exists, and a crew that is chosen later.'),
    h('li', null, 'Launches by the wallet of whoever signs this.'),
  )

/** The three limits of money, as large as what they are. */
export const amounts = ({ launchMax, dayMax, firstBuyMax, currency }: PolicyClauses): HTMLElement => {
  const amount = (what: string, value: string, note: string) =>
    h('div', null, h('dt', null, what), h('dd', null, h('strong', null, `${value} ${currency}`), h('span', { class: 'muted' }, note)))
  return h(
    'dl',
    { class: 'policy-amounts' },
    amount('Per launch', launchMax, 'at most, its first buy included'),
    amount('Per day (UTC)', dayMax, 'at most, all launches together'),
    amount('Per first buy', firstBuyMax, 'at most, of each coin'),
  )
}

/** The same of a policy that has ended, in a sentence. */
export const limitsLine = ({ launchMax, dayMax, firstBuyMax, currency }: PolicyClauses): string =>
  `Its limits were ${launchMax} ${currency} a launch, ${dayMax} ${currency} a day and ${firstBuyMax} ${currency} a first buy.`

function crewSection(
  { wallets, directory }: PolicyClauses,
  { listed, ended }: Pick<PolicyTextView, 'listed'> & { readonly ended: boolean },
): HTMLElement {
  /** In the order of the signed text. */
  const inOrder = wallets.toSorted((one, other) => (addressKey(one.wallet) < addressKey(other.wallet) ? -1 : 1))
  const [first] = inOrder
  const isSame = first !== undefined && inOrder.length > 1 && inOrder.every(({ bpsMax }) => bpsMax === first.bpsMax)
  /** Said once, where it is so of all. */
  const isNoneListed = inOrder.length > 1 && inOrder.every(({ wallet }) => handleOf(wallet, listed) === null)
  const named = inOrder.map((allowed) => walletRow(allowed, { listed, isSame, isNoneListed }))
  return section(
    'crew',
    ended ? 'Who could be in a crew' : 'Who may be in a crew',
    h('p', null, ...crewWords(named.length, directory), ...(isSame ? [', each ', ...atMost(first.bpsMax)] : []), named.length > 0 && ':'),
    isNoneListed && h('p', { class: 'policy-unlisted' }, h('span', { class: 'listing listing-off' }, 'None of them is in the directory.')),
    named.length > 0 && h('ul', { class: 'shareholders policy-wallets', role: 'list' }, ...named),
    h(
      'p',
      { class: 'muted' },
      ended
        ? 'The treasury, the launcher and a referrer got their own shares of each launch.'
        : 'The treasury, the launcher and a referrer get their own shares of each launch.',
    ),
  )
}

/** One who may be in a crew, as the page of a plan has its crew: who it is in the directory, and every character of the address. */
function walletRow(
  { wallet, bpsMax }: PolicyClauses['wallets'][number],
  { listed, isSame, isNoneListed }: Pick<PolicyTextView, 'listed'> & { readonly isSame: boolean; readonly isNoneListed: boolean },
): HTMLElement {
  const handle = handleOf(wallet, listed)
  return h(
    'li',
    { class: 'shareholder' },
    !isNoneListed &&
      h(
        'div',
        { class: 'shareholder-who' },
        handle !== null && h('strong', { class: 'shareholder-handle' }, newTabLink(walletPath(wallet), foreign(`@${handle}`))),
        handle === null
          ? h('span', { class: 'listing listing-off' }, 'not in the directory')
          : h('span', { class: 'listing' }, 'in the directory'),
      ),
    !isSame && h('div', { class: 'shareholder-share' }, h('span', { class: 'muted' }, 'at most '), percentText(bpsMax)),
    comparableAddress(wallet, handle === null ? 'address' : `address of @${handle}`),
  )
}

const handleOf = (wallet: string, listed: PolicyTextView['listed']): string | null =>
  listed.find((one) => addressKey(one.wallet) === addressKey(wallet))?.handle ?? null

const atMost = (bps: number): readonly Child[] => ['at most ', h('strong', null, percentText(bps)), ' of all creator fees']

const crewWords = (count: number, directory: boolean): readonly Child[] => {
  const all = h('strong', null, 'Everyone in the directory')
  if (count === 0) return directory ? [all, ', and nobody else.'] : [h('strong', null, 'Nobody'), ': coins without a crew alone.']
  return directory ? [all, ', with any share, and these'] : ['Nobody but these']
}

const askerSection = (key: PolicyTextView['key'], { keyName, ended }: { readonly keyName: string; readonly ended: boolean }) =>
  section(
    'asks',
    ended ? 'Who could do this' : 'Who may do this',
    h(
      'dl',
      { class: 'facts' },
      fact('Agent key', foreign(key.label)),
      key.fingerprint !== null && fact('Fingerprint', h('code', null, key.fingerprint)),
      fact('Launched by this key', plural(key.launches, 'coin')),
      fact('Agent id', comparableAddress(keyName, 'id of the agent')),
    ),
  )
