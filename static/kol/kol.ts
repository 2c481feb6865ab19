import type { Kol } from '../../src/domain/kols/kol.ts'
import { countText } from '../../src/domain/money/figure-text.ts'
import { foldedAddress } from '../lib/address.ts'
import { ask } from '../lib/api.ts'
import { byId, fill, foreign, h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { insideLink, walletPath } from '../lib/links.ts'
import { createPageTimes } from '../lib/page-times.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { createWalletSections, type WalletSections } from '../wallet/wallet-sections.ts'

const POLL_MS = 15_000

/** Shows who has this handle, and keeps what they earned true. */
function startKol(handle: string): void {
  const times = createPageTimes({ clock: createServerClock() })
  let sections: readonly WalletSections[] | null = null

  const update = async (): Promise<void> => {
    if (sections === null) {
      const answer = await ask<{ readonly kol: Kol }>(`/api/kols/${encodeURIComponent(handle)}`)
      if (answer.kind === 'ok') sections = showKol(answer.body.kol)
    }
    const outcomes = await Promise.all((sections ?? []).map((one) => one.refresh()))
    byId('connection').hidden = sections !== null && !outcomes.includes('offline')
    byId('page').removeAttribute('aria-busy')
    times.refresh()
  }
  poll(POLL_MS, update).now()
}

/** Who it is, and what each of their wallets earned. */
function showKol({ handle: name, followers, narratives, verified, wallet, evmWallet, rank }: Kol): readonly WalletSections[] {
  const walletLine = (address: string, what: string) =>
    h('div', null, foldedAddress(address, `${what} address`), insideLink(walletPath(address), {}, 'What it earned'))
  const fact = (title: string, ...value: readonly (Node | string)[]) =>
    h('div', { class: 'fact' }, h('dt', null, title), h('dd', null, ...value))
  fill(
    byId('facts'),
    h(
      'dl',
      { class: 'facts' },
      fact('Handle', foreign(`@${name}`), ' ', verified ? verifiedBadge() : ''),
      fact('Directory', `number ${countText(rank)}, ${countText(followers)} followers`),
      ...(narratives.length > 0 ? [fact('Narratives', foreign(narratives.join(', ')))] : []),
      fact('Wallet on Solana', walletLine(wallet, 'Solana')),
      ...(evmWallet === null ? [] : [fact('Wallet on Base', walletLine(evmWallet, 'Base'))]),
    ),
  )
  if (evmWallet === null) {
    const one = createWalletSections(wallet)
    byId('page').append(one.element)
    return [one]
  }
  return Object.entries({ Solana: wallet, Base: evmWallet }).map(([chain, address]) => {
    const heading = h('h2', { id: `on-${chain}`, class: 'kol-chain' }, `On ${chain}`)
    const one = createWalletSections(address, heading.id)
    byId('page').append(heading, one.element)
    return one
  })
}

const verifiedBadge = () => h('span', { class: 'badge badge-on' }, icon('check'), 'Verified')

startKol(decodeURIComponent(location.pathname.split('/')[2] ?? ''))
