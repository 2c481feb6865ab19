import { copyButton, copyMainButton } from './address.ts'

/** Every text of the page that is marked with what it is has a button beside it that copies it. */
export function makeCopyable(): void {
  for (const text of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const [content, what] = [text.textContent, `the ${text.dataset['copy']}`]
    // What a page is there for has its button below, in words.
    if (text.classList.contains('prompt')) text.parentElement!.after(copyMainButton(content, what))
    else text.after(copyButton(content, what))
  }
}
