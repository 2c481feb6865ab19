import { comparableAddress } from '../lib/address.ts'
import { refreshTimes } from '../lib/coin-parts.ts'
import { byId, fill, foreign, h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { explorerUrl, insideLink, kolPath, outsideLink } from '../lib/links.ts'
import { poll } from '../lib/poll.ts'
import { createWalletSections } from './wallet-sections.ts'

const POLL_MS = 15_000

// As the service writes it: on EVM chains with its checksum, however the link had it.
const wallet = byId('address').textContent!.trim()
const sections = createWalletSections(wallet)
const explorer = explorerUrl('address', wallet)

fill(
  byId('address'),
  comparableAddress(wallet, 'address'),
  explorer !== null && h('p', { class: 'wallet-links' }, outsideLink(explorer, 'See it in the explorer')),
)

async function update(): Promise<void> {
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
  refreshTimes()
}

const verifiedBadge = () => h('span', { class: 'badge badge-on' }, icon('check'), 'Verified')

poll(POLL_MS, update).now()
