import { fill, h } from '../lib/dom.ts'
import type { Question } from './part.ts'

/** A dialog that asks one thing at a time. Escape, and closing it, mean no; the focus goes back to where it was. */
export function createConfirmDialog(): { readonly element: HTMLDialogElement; ask(question: Question): Promise<boolean>; close(): void } {
  const element = h('dialog', { class: 'confirm', 'aria-labelledby': 'confirm-title' })
  return {
    element,
    ask({ title, text, parts = [], verb, ends }) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const look = ends ? 'button button-main button-no' : 'button button-main'
      const yes = h('button', { type: 'button', class: look, onclick: () => element.close('yes') }, verb)
      const no = h('button', { type: 'button', class: 'button', onclick: () => element.close() }, 'Cancel')
      element.returnValue = ''
      fill(element, h('h2', { id: 'confirm-title' }, title), h('p', null, ...text), ...parts, h('p', { class: 'actions' }, no, yes))
      element.addEventListener('close', () => resolve(element.returnValue === 'yes'), { once: true })
      element.showModal()
      no.focus()
      return promise
    },
    close: () => element.close(),
  }
}
