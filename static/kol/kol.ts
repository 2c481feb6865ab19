import type { Kol } from '../../src/domain/kols/kol.ts'
import { countText } from '../../src/domain/money/figure-text.ts'
import { copyButton } from '../lib/address.ts'
import { ask } from '../lib/api.ts'
import { createConnectionBar } from '../lib/connection.ts'
import { byId, fill, foreign, h } from '../lib/dom.ts'
import { shortText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { insideLink, outsideLink, safeUrl, walletPath } from '../lib/links.ts'
import { createPageTimes } from '../lib/page-times.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock, type ServerClock } from '../lib/server-clock.ts'
import { createToOwner } from '../lib/to-owner.ts'
import { ASKED, ownFigures } from './own-figures.ts'
import { createWalletSections, type WalletSections } from '../wallet/wallet-sections.ts'

const POLL_MS = 15_000

/** Shows who has this handle, and keeps what they earned true. */
function startKol(handle: string): void {
  const clock = createServerClock()
  const times = createPageTimes({ clock })
  let earned: readonly Earned[] | null = null
  let isOver = false
  const unpaid = h('p', { class: 'muted' }, 'This wallet has not been paid yet.')

  const leave = (): void => {
    isOver = true
    showLeft()
  }
  const update = async (): Promise<void> => {
    if (isOver) return
    if (earned === null) {
      const answer = await ask<{ readonly kol: Kol }>(`/api/kols/${encodeURIComponent(handle)}`)
      if (answer.kind === 'ok') earned = showKol(answer.body.kol)
      if (answer.kind === 'ok') offerOwn(answer.body.kol, clock, leave)
    }
    const outcomes = await Promise.all((earned ?? []).map(({ sections }) => sections.refresh()))
    if (isOver) return
    const isBare = (earned ?? []).every(({ sections }) => (sections.said()?.remits ?? 0) + (sections.said()?.coins ?? 0) === 0)
    byId('page').classList.toggle('one-column', isBare)
    const shown = (earned ?? []).flatMap(({ parts, sections }) => [...parts, sections.element])
    // They come with what they show, so that nothing in them moves.
    if (earned !== null && !shown[0]?.isConnected) {
      byId('page').append(...shown)
      byId('facts').append(unpaid)
    }
    unpaid.hidden = !isBare
    for (const part of shown) part.hidden = isBare
    connection.show(earned !== null && !outcomes.includes('offline'))
    byId('page').removeAttribute('aria-busy')
    times.refresh()
  }
  const polling = poll(POLL_MS, update)
  const connection = createConnectionBar(polling.now)
  polling.now()
}

/** What only the owner may do, below the head whose button opens it. */
function offerOwn({ wallet }: Kol, clock: ServerClock, left: () => void): void {
  let own: HTMLElement | null = null
  const toOwner = createToOwner((isOpen) => {
    own ??= ownFigures({ clock, left, isOwn: (address) => address === wallet, named: (words) => toOwner.name(words) })
    if (!own.isConnected) byId('page').firstElementChild!.after(own)
    own.hidden = !isOpen
    if (isOpen) own.querySelector<HTMLElement>('[tabindex]')!.focus({ preventScroll: true })
  })
  toOwner.name(ASKED)
}

/** What one of their wallets earned, and what stands above it. */
interface Earned {
  readonly parts: readonly HTMLElement[]
  readonly sections: WalletSections
}

/** Who it is, and what each of their wallets earned. */
function showKol({ handle: name, displayName, followers, narratives, verified, wallet, evmWallet }: Kol): readonly Earned[] {
  byId('avatar').textContent = [...(displayName || name)][0]!.toUpperCase()
  const x = safeUrl(`https://x.com/${encodeURIComponent(name)}`)
  const walletLink = (address: string, chain: string) =>
    h(
      'span',
      { class: 'address-line' },
      insideLink(walletPath(address), { title: address }, `${chain} `, h('code', null, shortText(address))),
      copyButton(address, `${chain} address`),
    )
  fill(
    byId('facts'),
    h(
      'p',
      { class: 'payee-line muted' },
      verified && verifiedBadge(),
      h('span', null, `${countText(followers)} followers`),
      x !== null && outsideLink(x, 'Profile on X'),
      narratives.length > 0 &&
        h('span', { class: 'payee-tags' }, ...narratives.map((name) => h('span', { class: 'badge' }, foreign(name)))),
    ),
    h('p', { class: 'payee-line' }, walletLink(wallet, 'Solana'), evmWallet !== null && walletLink(evmWallet, 'Base')),
  )
  if (evmWallet === null) return [{ parts: [], sections: createWalletSections(wallet) }]
  return Object.entries({ Solana: wallet, Base: evmWallet }).map(([chain, address]) => {
    const heading = h('h2', { id: `on-${chain}`, class: 'kol-chain' }, `On ${chain}`)
    return { parts: [heading], sections: createWalletSections(address, heading.id) }
  })
}

/** In the place of the page, which is no more. */
function showLeft(): void {
  const heading = h('h1', { tabindex: '-1' }, 'You opted out')
  fill(
    byId('page'),
    h(
      'section',
      { class: 'card end', role: 'status' },
      icon('check'),
      heading,
      h('p', { class: 'muted' }, 'Coins already launched keep paying you. Changed your mind? Only the operator can list you again.'),
      h(
        'p',
        { class: 'end-ways' },
        insideLink('/about#operator', { class: 'button' }, 'Contact the operator'),
        insideLink('/board', { class: 'button' }, 'All coins'),
      ),
    ),
  )
  scrollTo(0, 0)
  heading.focus()
}

const verifiedBadge = () => h('span', { class: 'badge badge-on' }, icon('check'), 'Verified')

startKol(decodeURIComponent(location.pathname.split('/')[2] ?? ''))
