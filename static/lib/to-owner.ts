import { byId } from './dom.ts'

/** The button in the head of a page that opens what only the owner may do, and closes it again. */
export interface ToOwner {
  /** Whether it is pressed: then what it opens stands on the page. */
  isOpen(): boolean
  /** What it is called now, and whether there is anything to open. */
  name(words: string, isOffered?: boolean): void
}

/** Wakes the button; `toggled` is told each time it is pressed. */
export function createToOwner(toggled: (isOpen: boolean) => void): ToOwner {
  const button = byId('to-owner') as HTMLButtonElement
  let [open, called] = [false, '']
  const draw = () => {
    const words = open ? 'Close' : called
    if (button.textContent !== words) button.textContent = words
  }
  button.addEventListener('click', () => {
    open = !open
    button.setAttribute('aria-expanded', String(open))
    draw()
    toggled(open)
  })
  return {
    isOpen: () => open,
    name(words, isOffered = true) {
      called = words
      draw()
      button.hidden = !isOffered
      button.disabled = false
    },
  }
}
