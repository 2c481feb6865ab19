import { copyButton } from './address.ts'

/** Every text of the page that is marked with what it is has a button beside it that copies it. */
export function makeCopyable(): void {
  for (const text of document.querySelectorAll<HTMLElement>('[data-copy]'))
    text.after(copyButton(text.textContent, `the ${text.dataset['copy']}`))
}
