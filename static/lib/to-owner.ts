import { byId } from './dom.ts'

/** The button in the head of a page that opens what only the owner may do. */
export interface ToOwner {
  /** Whether it is pressed: then what it opens stands on the page. */
  isOpen(): boolean
  /** What it is called now, and whether there is anything to open. */
  name(words: string, isOffered?: boolean): void
}

/** Wakes the button; `toggled` is told each time it is pressed. */
export function createToOwner(toggled: (isOpen: boolean) => void): ToOwner {
  const button = byId('to-owner') as HTMLButtonElement
  let open = false
  button.addEventListener('click', () => {
    open = !open
    button.setAttribute('aria-expanded', String(open))
    toggled(open)
  })
  return {
    isOpen: () => open,
    name(words, isOffered = true) {
      if (button.textContent !== words) button.textContent = words
      button.hidden = !isOffered
      button.disabled = false
    },
  }
}
