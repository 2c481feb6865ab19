import { type Child, h } from './dom.ts'

/** In place of what is listed, where nothing is: what is missing, and when it comes. */
export const nonePart = (title: string | readonly Child[], ...more: readonly Child[]): HTMLElement =>
  h('div', { class: 'none' }, h('strong', null, ...[title].flat()), h('p', { class: 'muted' }, ...more))

/** The same as the card of a page that has nothing else to show. */
export const noneCard = (title: string, ...more: readonly Child[]): HTMLElement => h('section', { class: 'card' }, nonePart(title, ...more))
