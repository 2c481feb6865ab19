import { type Child, h } from '../lib/dom.ts'

/** A card of the page under a title that names it for screen readers too. */
export const section = (id: string, title: string, ...children: readonly Child[]) =>
  h('section', { class: 'card', 'aria-labelledby': id }, h('h2', { id }, title), ...children)
