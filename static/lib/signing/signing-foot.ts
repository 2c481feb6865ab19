import { type Child, fill, h } from '../dom.ts'
import { icon } from '../icons.ts'
import { briefOf, type Notice } from './notices.ts'
import type { SigningWallet } from './wallets.ts'

/** What stands above the buttons of a phone, where the panel itself may be out of sight. */
interface FootLines {
  /** What went wrong, as the box in the panel says it whole. */
  readonly notice: Notice | null
  /** The way to what should be read first. */
  readonly toRead?: Child
  /** The way to the text that is signed. */
  readonly text?: Child
}

/** On a phone, where the wallets stand far below, the way to connect one, or to get one. */
export const connectButton = (panel: HTMLElement, wallets: readonly SigningWallet[], choose: (wallet: SigningWallet) => void): Child =>
  h(
    'button',
    {
      type: 'button',
      class: 'button button-main foot-connect',
      onclick: () => (wallets.length === 1 ? choose(wallets[0]!) : firstWay(panel)?.focus()),
    },
    wallets.length === 0 ? 'Choose a wallet' : 'Connect wallet',
  )

/** The first of the wallets, or of those to get, that is on screen. */
const firstWay = (panel: HTMLElement): HTMLElement | undefined =>
  [...panel.querySelectorAll<HTMLElement>('.wallets :is(.wallet, a)')].find((way) => way.checkVisibility())

/** Puts the buttons of a step, or what it waits for, at the foot of its panel; the foot is gone where there are none. */
export function fillFoot(foot: HTMLElement, parts: readonly Child[], { notice, toRead, text }: FootLines): void {
  const hasParts = parts.some(Boolean)
  // The box says it, also to a screen reader. Here its title and what to do are drawn once more, for eyes alone.
  const state =
    notice &&
    h(
      'p',
      { class: `foot-state foot-${notice.tone}`, 'aria-hidden': 'true' },
      notice.tone !== 'info' && icon(notice.tone === 'done' ? 'check' : 'warn'),
      h('span', { 'data-words': notice.title }),
      h('span', { class: 'foot-brief', 'data-words': briefOf(notice) }),
    )
  const lines = hasParts && (state || toRead || text) ? h('div', { class: 'foot-lines' }, state, toRead, text) : null
  fill(foot, lines, ...(hasParts ? parts : []))
  foot.hidden = !hasParts
}

/**
 * Tells the style sheet how high the buttons are that cover the end of a phone: as much is left free below the page, also while they are
 * out of the way, or all would move as they go.
 */
export function keepBarHeight(foot: HTMLElement): void {
  const keep = () => {
    if (foot.offsetHeight > 0) document.documentElement.style.setProperty('--bar', `${foot.offsetHeight}px`)
  }
  new ResizeObserver(keep).observe(foot)
}
