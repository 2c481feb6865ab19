import { fill, h } from '../lib/dom.ts'
import { textBlock } from './text-block.ts'

/** In what a call may be written down. */
const LANGUAGES = ['curl', 'TypeScript'] as const
type Language = (typeof LANGUAGES)[number]

/** In what the calls of the page are shown: what is chosen at one is chosen at all. */
export interface CommandChoice {
  /** A place for the call `operationId` in the chosen language. */
  place(operationId: string, texts: () => Readonly<Record<Language, string>>): CommandPlace
}

/** One call, written down. */
export interface CommandPlace {
  readonly element: HTMLElement
  /** Says it anew: what was filled in has changed. */
  update(): void
}

/** Begins with curl, which needs nothing else. */
export function createCommandChoice(): CommandChoice {
  let chosen: Language = 'curl'
  const shows = new Set<() => void>()
  return {
    place(operationId, texts) {
      const block = h('div')
      const radios = LANGUAGES.map((language) => {
        const choose = () => {
          chosen = language
          for (const show of shows) show()
        }
        return h('input', { type: 'radio', name: `written-${operationId}`, value: language, onchange: choose })
      })
      const show = () => {
        for (const radio of radios) radio.checked = radio.value === chosen
        fill(block, textBlock(texts()[chosen], `${operationId} in ${chosen}`))
      }
      shows.add(show)
      show()
      const choices = radios.map((radio) => h('label', { class: 'range' }, radio, h('span', null, radio.value)))
      return {
        element: h('div', null, h('fieldset', { class: 'ranges' }, h('legend', { class: 'spoken' }, 'Language'), ...choices), block),
        update: show,
      }
    },
  }
}
