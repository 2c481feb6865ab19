import { comparableAddress } from '../lib/address.ts'
import type { WalletResponse } from '../../src/features/wallets/wallet-view.ts'
import { createConnectionBar } from '../lib/connection.ts'
import { byId, type Child, fill, foreign, h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { explorerUrl, insideLink, kolPath, outsideLink } from '../lib/links.ts'
import { createPageTimes } from '../lib/page-times.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { createConsentPart } from './consent-part.ts'
import { createLaunchedPart } from './launched-part.ts'
import { createWalletSections } from './wallet-sections.ts'

const POLL_MS = 15_000

/** Shows what this wallet earned, and keeps it true. */
function startWallet(wallet: string): void {
  const sections = createWalletSections(wallet)
  const clock = createServerClock()
  clock.learn(document.documentElement.dataset['serverTime'] ?? '')
  const consent = createConsentPart(wallet, clock)
  const times = createPageTimes({ clock })
  const explorer = explorerUrl('address', wallet)
  const launched = createLaunchedPart(wallet)
  byId('chain').textContent = wallet.startsWith('0x') ? 'Base' : 'Solana'
  fill(
    byId('address'),
    comparableAddress(wallet, 'address'),
    explorer !== null && h('p', { class: 'wallet-links' }, outsideLink(explorer, 'See it in the explorer')),
  )

  /** What its owner is asked stands first, and so does what the button above it opens; what was answered, below the figures. */
  const placeOwner = (isBare: boolean) => {
    const figures = sections.element.querySelector('.stats')
    if (consent.isAnswered() && !isBare) (figures ?? sections.element).after(consent.element)
    else launched.element.before(consent.element)
  }
  const update = async (): Promise<void> => {
    const [outcome] = await Promise.all([sections.refresh(), launched.refresh(), consent.refresh()])
    const said = sections.said()
    if (said !== null && sections.element.parentElement === null) {
      byId('page').append(launched.element, sections.element)
    }
    const isPaidNothing = said?.remits === 0 && said.coins === 0
    // Who is asked reads one column, and so does who has little to read.
    byId('page').classList.toggle('is-asked', consent.isAsked())
    byId('page').classList.toggle('one-column', consent.isAsked() || isPaidNothing)
    // Who launched coins, or is asked, has more to read than that nothing was paid: one sentence says it.
    sections.element.hidden = isPaidNothing && (!launched.element.hidden || consent.isAsked())
    if (said !== null && !consent.element.isConnected) placeOwner(sections.element.hidden)
    if (said !== null) fill(byId('owner'), ...ownerOf(said, { isUnpaid: sections.element.hidden, isAsked: consent.isAsked() }))
    connection.show(outcome !== 'offline')
    byId('page').removeAttribute('aria-busy')
    times.refresh()
  }
  const polling = poll(POLL_MS, update)
  const connection = createConnectionBar(polling.now)
  polling.now()
}

function ownerOf({ kol }: WalletResponse, { isUnpaid, isAsked }: { readonly isUnpaid: boolean; readonly isAsked: boolean }): Child[] {
  // Beside its name there is a line for it.
  if (kol === null && isAsked) return [`Not in the directory${isUnpaid ? ', not paid yet' : ''}`]
  if (kol === null) return [`This wallet is not in the directory${isUnpaid ? ' and has not been paid yet' : ''}.`]
  const link = insideLink(kolPath(kol.handle), {}, foreign(`${kol.displayName} (@${kol.handle})`))
  return [
    h('span', null, 'In the directory as ', h('span', { class: 'verified-name' }, link, kol.verified && verifiedBadge())),
    isUnpaid && h('span', null, 'Not paid yet.'),
  ]
}

const verifiedBadge = () => h('span', { class: 'badge badge-on' }, icon('check'), 'Verified')

// As the service writes it: on EVM chains with its checksum, however the link had it.
startWallet(byId('address').textContent!.trim())
