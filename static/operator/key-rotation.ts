import type { KeyRow } from '../../src/features/keys/key-view.ts'
import { LIMITS } from '../../src/domain/limits.ts'
import { foreign, h } from '../lib/dom.ts'
import { utcText } from '../lib/format.ts'
import type { Question } from './part.ts'

const DAY_MINUTES = LIMITS.secretOverlapMs / 60_000

/** What is asked before a key gets a new text, and how long the old one then stays good, as it was chosen. */
export function rotation(
  { label, fingerprint }: Pick<KeyRow, 'label' | 'fingerprint'>,
  nowMs: number,
): { readonly question: Question; overlapMinutes(): number } {
  const until = utcText(new Date(nowMs + LIMITS.secretOverlapMs).toISOString())
  const choice = (title: string, checked: boolean) => {
    const radio = h('input', { type: 'radio', name: 'rotation', checked })
    return { radio, element: h('label', { class: 'check' }, radio, title) }
  }
  const later = choice(`Until ${until}`, true)
  const atOnce = choice('It ends now', false)
  const named = [h('strong', null, foreign(label)), ' ', h('span', { class: 'fingerprint' }, fingerprint)]
  return {
    question: {
      title: 'Rotate this key?',
      text: ['A new key is made in place of ', ...named, '. Until when does the old one work?'],
      parts: [h('fieldset', { class: 'confirm-choice' }, h('legend', { class: 'spoken' }, 'The old key'), later.element, atOnce.element)],
      verb: 'Rotate',
    },
    overlapMinutes: () => (atOnce.radio.checked ? 0 : DAY_MINUTES),
  }
}
