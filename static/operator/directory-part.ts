import type { Kol } from '../../src/domain/kols/kol.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { fill, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { badFile, type DirectoryReport, goodFile } from './import-preview.ts'
import { announce, card, foldEmpty, oneAtATime, type OperatorPart, outcomeLine, type PartTools, refusalOf } from './part.ts'

/** Of more it is enough to know that there are more. */
const COUNTED_MAX = 100

/** Takes a directory file in: first its preview, then the import of what was previewed. */
export function directoryPart({ session, refreshAll }: PartTools): OperatorPart {
  const outcome = outcomeLine()
  const found = h('div', { role: 'status' })
  const text = h('textarea', { id: 'directory-file', class: 'field', spellcheck: 'false', autocomplete: 'off', required: true })
  const picker = h('input', { id: 'directory-picker', class: 'field', type: 'file', accept: '.csv,.json,text/csv,application/json' })
  const previewButton = h('button', { type: 'submit', class: 'button button-main' }, 'Preview')
  const importButton = h('button', { type: 'button', class: 'button button-main', hidden: true }, 'Import')
  // What was previewed: a text that was changed since is previewed again before it is imported.
  let previewed: string | null = null
  const offer = (file: string | null, count = 0) => {
    previewed = file
    importButton.hidden = file === null
    importButton.textContent = `Import ${plural(count, 'profile')}`
    previewButton.classList.toggle('button-main', file === null)
  }
  const forget = () => {
    offer(null)
    fill(found)
  }
  const post = (preview: boolean) => session.send<DirectoryReport>('POST', '/api/operator/directory', { file: text.value, preview })

  const look = oneAtATime(async () => {
    forget()
    const file = text.value
    const answer = await post(true)
    if (answer.kind !== 'ok') return outcome.say(refusalOf(answer) ?? '', true)
    outcome.element.hidden = true
    const { added, updated, problemCount } = answer.body
    fill(found, problemCount === 0 ? goodFile(file, answer.body) : badFile(answer.body, text))
    if (problemCount > 0 || file !== text.value) return
    offer(file, added + updated)
    importButton.focus()
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
  const choose = h(
    'p',
    { class: 'field-line' },
    h('label', { for: 'directory-picker' }, 'A file: CSV with a header row, or a JSON array'),
    picker,
  )
  // A text that was pasted came from no file.
  text.addEventListener('input', () => void (choose.hidden = text.value !== '' && picker.files?.length === 0))
  const form = h(
    'form',
    { class: 'settings settings-wide' },
    choose,
    h('p', { class: 'field-line' }, h('label', { for: 'directory-file' }, 'Or paste here'), text),
    found,
    h('p', { class: 'actions' }, importButton, previewButton),
    outcome.element,
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
