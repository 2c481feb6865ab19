import { comparableAddress } from '../lib/address.ts'
import { byId, fill, foreign, h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { explorerUrl, insideLink, kolPath, outsideLink } from '../lib/links.ts'
import { createPageTimes } from '../lib/page-times.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { createWalletSections } from './wallet-sections.ts'

const POLL_MS = 15_000

/** Shows what this wallet earned, and keeps it true. */
function startWallet(wallet: string): void {
  const sections = createWalletSections(wallet)
  const times = createPageTimes({ clock: createServerClock() })
  const explorer = explorerUrl('address', wallet)
  fill(
    byId('address'),
    comparableAddress(wallet, 'address'),
    explorer !== null && h('p', { class: 'wallet-links' }, outsideLink(explorer, 'See it in the explorer')),
  )

  const update = async (): Promise<void> => {
    const outcome = await sections.refresh()
    const said = sections.said()
    if (said !== null && sections.element.parentElement === null) byId('page').append(sections.element)
    const owner = byId('owner')
    if (said?.kol && owner.hidden) {
      const { handle, displayName, verified } = said.kol
      fill(owner, 'Wallet of ', insideLink(kolPath(handle), {}, foreign(`${displayName} (@${handle})`)), verified && verifiedBadge())
      owner.hidden = false
    }
    byId('connection').hidden = outcome !== 'offline'
    byId('page').removeAttribute('aria-busy')
    times.refresh()
  }
  poll(POLL_MS, update).now()
}

const verifiedBadge = () => h('span', { class: 'badge badge-on' }, icon('check'), 'Verified')

// As the service writes it: on EVM chains with its checksum, however the link had it.
startWallet(byId('address').textContent!.trim())
