import { type Child, fill, h } from '../lib/dom.ts'

/** A card under a title that opens it; the same element each time, so that it stays as a reader left it. */
export type Fold = (id: string, title: string, note: Child, ...children: readonly Child[]) => HTMLElement

/** The folded cards of one page. */
export function createFolds(): Fold {
  const kept = new Map<string, { readonly element: HTMLElement; readonly note: HTMLElement; readonly body: HTMLElement }>()
  return (id, title, text, ...children) => {
    const fold = kept.get(id) ?? foldOf(id, title)
    kept.set(id, fold)
    fill(fold.note, text)
    fill(fold.body, ...children)
    return fold.element
  }
}

function foldOf(id: string, title: string) {
  const [note, body] = [h('span', { class: 'muted' }), h('div', { class: 'fold-body' })]
  const summary = h('summary', null, h('h2', { id }, title), note)
  const element = h('section', { class: 'card fold', 'aria-labelledby': id }, h('details', null, summary, body))
  return { element, note, body }
}
