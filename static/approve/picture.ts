import { h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { dryRunPath } from './dry-run.ts'

/** The plan's picture, which says when it is really on screen. */
export interface Picture {
  readonly element: HTMLElement
  /** True once the picture has been decoded and shown. */
  isShown(): boolean
  /** Loads it anew; null unless it failed. */
  retry(): (() => void) | null
}

/** Loads the picture of a dry-run; `changed` is called when it is shown, and when it fails. */
export function createPicture(dryRunId: string, changed: () => void): Picture {
  const element = h('div', { class: 'picture' })
  let shown = false
  let failed = false
  const load = () => {
    failed = false
    const image = h('img', { alt: 'The picture of the coin', width: '160', height: '160', decoding: 'async' })
    image.onload = () => {
      shown = true
      changed()
    }
    image.onerror = () => {
      failed = true
      // The decision says what that means, and has the way to load it.
      element.replaceChildren(h('div', { class: 'picture-missing' }, icon('image'), h('span', null, 'Not loaded')))
      changed()
    }
    image.src = `${dryRunPath(dryRunId)}/image`
    element.replaceChildren(image)
  }
  load()
  const again = () => {
    load()
    changed()
  }
  return { element, isShown: () => shown, retry: () => (failed ? again : null) }
}
