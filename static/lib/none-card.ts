import { type Child, h } from './dom.ts'
import { icon } from './icons.ts'

/** In place of what is listed, where nothing is: what is missing, and when it comes. */
export const nonePart = (title: string | readonly Child[], ...more: readonly Child[]): HTMLElement =>
  h('div', { class: 'none' }, h('strong', null, ...[title].flat()), h('p', { class: 'muted' }, ...more))

/** The same where a page has nothing else to show: with a sign, and a way on. */
export const noneMain = (
  sign: Parameters<typeof icon>[0],
  { title, text, way }: { readonly title: string; readonly text: readonly Child[]; readonly way: Child },
): HTMLElement => h('div', { class: 'none none-main' }, icon(sign), h('h2', null, title), h('p', { class: 'muted' }, ...text), way)
