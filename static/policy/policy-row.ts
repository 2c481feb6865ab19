import type { PolicyLaunchesView, PolicyView } from '../../src/features/policies/policy-view.ts'
import { percentText } from '../../src/domain/money/figure-text.ts'
import { policyPath } from '../../src/domain/policy/policy-path.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { ask } from '../lib/api.ts'
import { type Child, fill, foreign, h } from '../lib/dom.ts'
import { plural, shortText, utcText } from '../lib/format.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { action } from '../lib/signing/wallet-steps.ts'
import type { ConnectedWallet } from '../lib/signing/wallets.ts'
import { dayMeter, spentSentence } from './day-meter.ts'
import { amounts, launchpads, limitsLine } from './policy-details.ts'
import { revoking } from './policy-revoking.ts'
import { hasEnded, STATE_WORDS } from './policy-states.ts'

/** What a row asks the service with, and tells when it has changed something. */
interface RowDeps {
  readonly path: '/api/policies' | '/api/approvals/policies'
  readonly headers: Readonly<Record<string, string>>
  readonly clock: ServerClock
  readonly signer: () => ConnectedWallet | null
  readonly changed: () => void
}

/** A policy as it is now: what it allows, what was spent under it, and its end. */
export function policyRow(policy: PolicyView, deps: RowDeps): HTMLElement {
  const { hash, clauses, key, state, text, revokedAt } = policy
  const title = h('h2', { id: `policy-${hash}` }, foreign(key.label))
  const living = !hasEnded(state)
  return h(
    'li',
    { class: 'card policy-row', 'aria-labelledby': title.id },
    h(
      'div',
      { class: 'policy-head' },
      title,
      h(
        'span',
        { class: `badge ${state === 'allowing' ? 'badge-on' : state === 'altered' ? 'badge-warn' : ''}` },
        state === 'allowing' ? 'Active' : STATE_WORDS[state].title,
      ),
      h(
        'span',
        { class: 'muted' },
        h('span', { class: 'policy-network' }, 'on ', launchpads(clauses), ', '),
        living ? `until ${utcText(clauses.until)}` : `on ${utcText(revokedAt ?? clauses.until)}`,
      ),
      living && revoking(policy, deps),
    ),
    ...(living ? [dayMeter(policy), amounts(clauses)] : [h('p', { class: 'muted' }, limitsLine(clauses), ' ', ...spentSentence(policy))]),
    h('p', { class: 'policy-who muted' }, h('span', null, crewWords(policy)), ' ', state !== 'waiting' && signers(policy)),
    state === 'waiting' &&
      h(
        'p',
        null,
        `Signed by ${policy.approvals.length} of ${plural(policy.approvalsRequired, 'approver')}. `,
        insideLink(policyPath(clauses), {}, 'Read it and sign'),
      ),
    h(
      'div',
      { class: 'policy-folds' },
      launches(hash, deps),
      h('details', null, h('summary', null, 'The signed text'), h('pre', { class: 'policy-text', tabindex: '0' }, text)),
    ),
  )
}

/** Who may be paid under it, in a line. */
function crewWords({ clauses: { wallets, directory } }: PolicyView): string {
  const [bps = null, ...others] = new Set(wallets.map(({ bpsMax }) => bpsMax))
  if (bps === null) return directory ? 'Crew: everyone in the directory' : 'Crew: nobody'
  const each = wallets.length > 1 ? ', each at most ' : ', at most '
  const most = others.length > 0 ? ', each with a limit of its own' : `${each}${percentText(bps)}`
  return `Crew: ${directory ? 'everyone in the directory, and ' : ''}${plural(wallets.length, 'wallet')}${most}`
}

const signers = ({ approvals }: PolicyView): HTMLElement =>
  h(
    'span',
    null,
    'Signed by ',
    ...approvals.flatMap(({ wallet }, index) => [index > 0 && ', ', h('code', { title: wallet }, shortText(wallet))]),
  )

const LAUNCH_WORDS: Readonly<Record<PolicyLaunchesView['launches'][number]['launch']['state'], string>> = {
  prepared: 'under way',
  broadcast: 'under way',
  live: 'under way',
  locked: 'launched',
  unlocked: 'launched, not locked',
  failed: 'failed',
}

/** The launches under a policy, asked for when they are opened. */
function launches(hash: string, { path, headers }: RowDeps): HTMLElement {
  const list = h('div', { 'aria-busy': 'true' }, h('p', { class: 'muted' }, 'Asking the service…'))
  let cursor: string | null = null
  const rows = h('ul', { class: 'policy-launches', role: 'list' })
  const load = async (): Promise<void> => {
    const query = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
    const answer = await ask<PolicyLaunchesView>(`${path}/${hash}/launches${query}`, { headers })
    list.removeAttribute('aria-busy')
    if (answer.kind !== 'ok') return fill(list, h('p', { role: 'alert' }, 'They did not arrive. Close this, and open it again.'))
    cursor = answer.body.nextCursor
    rows.append(...answer.body.launches.map(launchRow))
    const none = rows.childElementCount === 0 && h('p', { class: 'muted' }, 'None so far.')
    fill(list, rows, none, cursor !== null && action('Show more', () => void load(), { class: 'button button-quiet' }))
  }
  const details = h('details', { class: 'policy-launched' }, h('summary', null, 'Launches under it'), list)
  details.addEventListener('toggle', () => {
    if (!details.open) return
    rows.replaceChildren()
    cursor = null
    void load()
  })
  return details
}

const launchRow = ({ launch, counted }: PolicyLaunchesView['launches'][number]): HTMLElement => {
  const name: readonly Child[] = [foreign(launch.name), ' ', h('span', { class: 'muted' }, foreign(`$${launch.ticker}`))]
  return h(
    'li',
    null,
    launch.coinUrl === null ? h('span', null, ...name) : insideLink(coinPath(launch.mint), {}, ...name),
    h('span', { class: 'muted' }, `${LAUNCH_WORDS[launch.state]}, ${utcText(launch.createdAt)}`),
    counted === null ? h('span', { class: 'figure muted' }, 'cost no longer kept') : amountFigure(counted, 'cost'),
  )
}
