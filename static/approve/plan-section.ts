import { type Child, h } from '../lib/dom.ts'

/** A card of the page under a title that names it for screen readers too. */
export const section = (id: string, title: string, ...children: readonly Child[]) =>
  h('section', { class: 'card', 'aria-labelledby': id }, h('h2', { id }, title), ...children)

/** One thing under its name. */
export const fact = (name: string, ...value: readonly Child[]) => h('div', { class: 'fact' }, h('dt', null, name), h('dd', null, ...value))
