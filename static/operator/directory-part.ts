import type { Static } from '@sinclair/typebox'
import type { Kol } from '../../src/domain/kols/kol.ts'
import type { DirectoryResponse } from '../../src/features/operator/operator-view.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { fill, foreign, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { announce, card, foldEmpty, oneAtATime, type OperatorPart, outcomeLine, type PartTools, refusalOf } from './part.ts'

type Report = Static<typeof DirectoryResponse>

/** Of more it is enough to know that there are more. */
const COUNTED_MAX = 100

/** Takes a directory file in: first its preview, then the import of what was previewed. */
export function directoryPart({ session, refreshAll }: PartTools): OperatorPart {
  const outcome = outcomeLine()
  const problems = h('ul', { class: 'problems', role: 'list' })
  const text = h('textarea', { id: 'directory-file', class: 'field', spellcheck: 'false', autocomplete: 'off', required: true })
  const picker = h('input', { id: 'directory-picker', class: 'field', type: 'file', accept: '.csv,.json,text/csv,application/json' })
  const importButton = h('button', { type: 'button', class: 'button', disabled: true }, 'Import')
  // What was previewed: a text that was changed since is previewed again before it is imported.
  let previewed: string | null = null
  const forget = () => {
    previewed = null
    importButton.disabled = true
  }
  const post = (preview: boolean) => session.send<Report>('POST', '/api/operator/directory', { file: text.value, preview })

  const look = oneAtATime(async () => {
    forget()
    const file = text.value
    const answer = await post(true)
    if (answer.kind !== 'ok') return outcome.say(refusalOf(answer) ?? '', true)
    const { added, updated, problemCount, problems: found } = answer.body
    const good = problemCount === 0
    outcome.say(
      good
        ? `The file is good: ${added} new and ${updated} known profiles.`
        : `${plural(problemCount, 'problem')}: none of it can be imported.`,
      !good,
    )
    fill(problems, ...found.map(({ line, message }) => h('li', null, `Line ${line}: `, foreign(message))))
    if (!good || file !== text.value) return
    previewed = file
    importButton.disabled = false
  })
  const take = oneAtATime(async () => {
    if (previewed === null || previewed !== text.value) return forget()
    const answer = await post(false)
    if (answer.kind !== 'ok') return outcome.say(refusalOf(answer) ?? '', true)
    const said = `Imported ${answer.body.added} new and ${answer.body.updated} known profiles.`
    outcome.say(said, false)
    announce(said)
    text.value = ''
    picker.value = ''
    text.focus()
    forget()
    await refreshAll()
  })
  text.addEventListener('input', forget)
  picker.addEventListener('change', () => {
    forget()
    void picker.files?.[0]?.text().then((content) => {
      text.value = content
    })
  })
  importButton.addEventListener('click', take)
  const form = h(
    'form',
    { class: 'settings settings-wide' },
    h('p', { class: 'field-line' }, h('label', { for: 'directory-picker' }, 'A file: CSV with a header row, or a JSON array'), picker),
    h('p', { class: 'field-line' }, h('label', { for: 'directory-file' }, 'What is in it'), text),
    h('p', { class: 'actions' }, h('button', { type: 'submit', class: 'button button-main' }, 'Preview'), importButton),
    outcome.element,
    problems,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    look()
  })
  const folded = h('details', { class: 'folded' }, h('summary', null, 'Import a file'), form)
  const size = h('p', { class: 'muted' })
  const element = card('directory', 'Directory', size, folded)
  foldEmpty(element, true)
  let etag: string | null = null
  return {
    element,
    tally: () => null,
    async refresh() {
      const answer = await session.ask<ListAnswer<'kols', Kol>>(`/api/kols?limit=${COUNTED_MAX}`, { etag })
      if (answer.kind !== 'ok') return answer.kind === 'same'
      etag = answer.etag
      const { kols, nextCursor } = answer.body
      size.textContent =
        kols.length === 0
          ? 'No profile yet.'
          : nextCursor === null
            ? `${plural(kols.length, 'profile')}.`
            : `More than ${COUNTED_MAX} profiles.`
      return true
    },
  }
}
