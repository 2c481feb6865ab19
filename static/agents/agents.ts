import { fill, h } from '../lib/dom.ts'
import { makeCopyable } from '../lib/copyable.ts'

/** The prompt, as it is, with room between its paragraphs. */
const spacePrompt = (): void => {
  const prompt = document.querySelector<HTMLElement>('.prompt')
  if (!prompt) return
  const lines = prompt.textContent.split(/(?<=\n)/)
  fill(prompt, ...lines.map((line) => h('span', { class: 'prompt-line' }, line)))
}

makeCopyable()
spacePrompt()
