import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import type { WalletAccount } from '@wallet-standard/base'
import { type Child, fill, h } from '../lib/dom.ts'
import { groupsOfFour } from '../lib/format.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { type Notice, notConnected, notSigned } from '../lib/signing/notices.ts'
import { accountOrder, connect, type ConnectedWallet, type SigningWallet, signText, watchAccount } from '../lib/signing/wallets.ts'
import { LAUNCHER_CONNECTED, NO_REASON, verdictRefused } from './notices.ts'
import { sendVerdict, type SignedVerdict, type VerdictKind, verdictText } from './verdict.ts'

/** The text to sign is renewed this often while it is shown, well within the five minutes that a signature may be old. */
const RENEW_MS = 60_000

/** How far a person is. */
export type Stage =
  | { readonly at: 'choose' }
  | { readonly at: 'connecting'; readonly wallet: SigningWallet }
  | ({ readonly at: 'ready' } & ConnectedWallet)
  | ({ readonly at: 'signing' } & ConnectedWallet)
  | { readonly at: 'sending'; readonly connected: ConnectedWallet }
  | { readonly at: 'unsent'; readonly connected: ConnectedWallet; readonly signed: SignedVerdict }

/** What a person has done so far. */
export interface SigningState {
  readonly stage: Stage
  readonly notice: Notice | null
  /** What a signature would say. */
  readonly kind: VerdictKind
  /** The wallet whose verdict the service took. */
  readonly mine: string | null
  /** Wallets that the service refused, and why: they need not ask again. */
  readonly notListed: ReadonlyMap<string, Notice>
}

/** The steps to a verdict. */
export interface VerdictSigning {
  state(): SigningState
  /** To the other verdict. */
  turn(to: VerdictKind): void
  /** Back to the first step. */
  leave(): void
  choose(wallet: SigningWallet): Promise<void>
  pick(connected: ConnectedWallet): void
  sign(connected: ConnectedWallet): Promise<void>
  send(connected: ConnectedWallet, signed: SignedVerdict): Promise<void>
}

/** What the steps need of the panel. */
interface SigningDeps {
  readonly clock: ServerClock
  readonly refresh: () => Promise<void>
  /** The plan as it is; null before it is known. */
  readonly plan: () => DryRunPublicView | null
  /** Shows the text that is signed. */
  readonly message: HTMLElement
  readonly reason: HTMLTextAreaElement
  /** Called after each step. */
  readonly changed: () => void
}

/** Characters of the plan's hash that its id, and so the text, begins with. */
const HASH_CHARACTERS = 32

/** The text, unchanged, one part a line, in groups as the hash below it has; what names the plan is bold in both. */
function signedParts(text: string, planHash: string): Child[] {
  const name = planHash.slice(0, HASH_CHARACTERS)
  const [before, ...after] = text.split(name)
  if (after.length === 0) return [text]
  const [, rest, last] = /^(.*?)([^:]*)$/.exec(after.join(name))!
  const line = (...parts: readonly Child[]) => h('span', { class: 'signed-line' }, ...parts)
  const lines = [
    line(before),
    line(h('strong', { class: 'hash' }, ...grouped(name))),
    rest && line(h('span', { class: 'hash' }, ...grouped(rest.slice(0, -1), rest.slice(-1)))),
    last && line(last),
  ]
  return lines.filter(Boolean)
}

/** In groups of four; what ends the text belongs to its last group. */
function grouped(text: string, end = ''): HTMLElement[] {
  const groups = groupsOfFour(text)
  return groups.map((group, index) => h('span', { class: 'address-group' }, index === groups.length - 1 ? group + end : group))
}

/** Takes a person through the steps to a verdict, one at a time. */
export function createVerdictSigning({ clock, refresh, plan, message, reason, changed }: SigningDeps): VerdictSigning {
  let stage: Stage = { at: 'choose' }
  let notice: Notice | null = null
  let kind: VerdictKind = 'approve'
  /** Counts attempts: what a wallet answers to one that was left is not listened to. */
  let attempt = 0
  let mine: string | null = null
  const notListed = new Map<string, Notice>()
  const order = accountOrder()
  let verdict = verdictText(kind, '', 0)
  let unwatch = () => {}

  const renew = () => {
    const view = plan()
    if (!view || stage.at !== 'ready') return
    verdict = verdictText(kind, view.dryRunId, clock.nowMs())
    fill(message, ...signedParts(verdict.text, view.planHash))
  }
  setInterval(renew, RENEW_MS)

  const move = (next: Stage, say: Notice | null = null) => {
    stage = next
    notice = say
    renew()
    changed()
  }

  /** A rejection begins with its reason, which stands above the buttons. */
  const toReason = () => {
    if (kind === 'reject' && stage.at === 'ready') reason.focus({ preventScroll: true })
  }

  const turn = (to: VerdictKind) => {
    kind = to
    move(stage, stage.at === 'ready' ? warningFor(stage.account) : null)
    toReason()
  }

  const leave = () => {
    attempt += 1
    unwatch()
    if (stage.at === 'ready') order.passOver(stage.account.address)
    if (mine !== null) order.passOver(mine)
    mine = null
    move({ at: 'choose' })
  }

  const choose = async (wallet: SigningWallet) => {
    const mineNow = ++attempt
    move({ at: 'connecting', wallet })
    try {
      const [accounts] = await Promise.all([connect(wallet), refresh()])
      if (mineNow !== attempt) return
      const account = order.first(accounts)
      if (!account) return move({ at: 'choose' }, { tone: 'error', title: 'No account to sign with', text: `${wallet.name} shared none.` })
      pick({ wallet, accounts, account })
    } catch (error) {
      if (mineNow === attempt) move({ at: 'choose' }, notConnected(wallet.name, error))
    }
  }

  const pick = (connected: ConnectedWallet) => {
    unwatch()
    unwatch = watchAccount(connected.wallet, connected.account, leave)
    move({ ...connected, at: 'ready' }, warningFor(connected.account))
    toReason()
  }

  const warningFor = ({ address }: WalletAccount): Notice | null => {
    const view = plan()
    const refused = notListed.get(address)
    if (refused || kind === 'reject' || !view) return refused ?? null
    return address === view.plan.launcherPubkey ? LAUNCHER_CONNECTED : null
  }

  const sign = async (connected: ConnectedWallet) => {
    const mineNow = ++attempt
    const { wallet, account } = connected
    // The service takes what a reader sees of a text, in one line.
    const why = reason.value.replaceAll(/\s+/g, ' ').trim()
    if (kind === 'reject' && why === '') {
      reason.value = ''
      move({ ...connected, at: 'ready' }, NO_REASON)
      return toReason()
    }
    const asked = verdict
    move({ ...connected, at: 'signing' })
    try {
      const signature = await signText(wallet, account, asked.text)
      if (mineNow === attempt) await send(connected, { ...asked, wallet: account.address, signature, reason: why })
    } catch (error) {
      if (mineNow === attempt) move({ ...connected, at: 'ready' }, notSigned(wallet.name, error))
    }
  }

  const send = async (connected: ConnectedWallet, signed: SignedVerdict) => {
    move({ at: 'sending', connected })
    const answer = await sendVerdict(plan()!.dryRunId, signed)
    if (answer.kind === 'ok') mine = signed.wallet
    await refresh()
    if (answer.kind === 'ok' || answer.kind === 'same') {
      kind = 'approve'
      return move({ at: 'choose' })
    }
    const refused = verdictRefused(answer, signed.kind)
    if (answer.kind === 'problem' && answer.code === 'approver_not_allowed') notListed.set(signed.wallet, refused)
    move(refused.retry ? { at: 'unsent', connected, signed } : { ...connected, at: 'ready' }, refused)
  }

  return { state: () => ({ stage, notice, kind, mine, notListed }), turn, leave, choose, pick, sign, send }
}
