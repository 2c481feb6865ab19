import type { Kol } from '../../src/domain/kols/kol.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { fill, foreign, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { badFile, type DirectoryReport, goodFile, profilesOf } from './import-preview.ts'
import { announce, card, foldEmpty, oneAtATime, type OperatorPart, outcomeLine, type PartTools, refusalOf } from './part.ts'

/** Of more it is enough to know that there are more. */
const COUNTED_MAX = 100
const FILE_HINT = 'With a header row; a JSON array works too.'

/** Takes a directory file in: first its preview, then the import of what was previewed. */
export function directoryPart({ session, refreshAll }: PartTools): OperatorPart {
  const outcome = outcomeLine()
  const found = h('div', { role: 'status' })
  const text = h('textarea', { id: 'directory-file', class: 'field', spellcheck: 'false', autocomplete: 'off', required: true })
  const picker = h('input', { id: 'directory-picker', class: 'spoken', type: 'file', accept: '.csv,.json,text/csv,application/json' })
  const fileName = h('span', { class: 'muted', role: 'status' }, FILE_HINT)
  const previewButton = h('button', { type: 'submit', class: 'button button-main' }, 'Preview')
  const importButton = h('button', { type: 'button', class: 'button button-main', hidden: true }, 'Import')
  // What was previewed: a text that was changed since is previewed again before it is imported.
  let previewed: string | null = null
  const offer = (file: string | null, count = 0) => {
    previewed = file
    importButton.hidden = file === null
    importButton.textContent = `Import ${plural(count, 'profile')}`
    // What was previewed is imported, or changed.
    previewButton.hidden = file !== null
  }
  const markWrong = (wrong: boolean) => {
    text.ariaInvalid = wrong ? 'true' : null
    previewButton.textContent = wrong ? 'Check again' : 'Preview'
  }
  const forget = () => {
    offer(null)
    markWrong(false)
    fill(found)
  }
  const post = (preview: boolean) => session.send<DirectoryReport>('POST', '/api/operator/directory', { file: text.value, preview })

  const look = oneAtATime(async () => {
    // What was found of an earlier text stays until this one was looked at.
    offer(null)
    const file = text.value
    const answer = await post(true)
    if (answer.kind !== 'ok') return outcome.say(refusalOf(answer) ?? '', true)
    outcome.element.hidden = true
    const { added, updated, problemCount } = answer.body
    fill(found, problemCount === 0 ? goodFile(file, answer.body) : badFile(answer.body, text))
    markWrong(problemCount > 0)
    if (problemCount > 0 || file !== text.value) return
    offer(file, added + updated)
    importButton.focus()
  })
  const take = oneAtATime(async () => {
    if (previewed === null || previewed !== text.value) return forget()
    const answer = await post(false)
    if (answer.kind !== 'ok') return outcome.say(refusalOf(answer) ?? '', true)
    const said = `Imported ${profilesOf(answer.body)}.`
    outcome.say(said, false)
    announce(said)
    text.value = ''
    nameFile()
    text.focus()
    forget()
    await refreshAll()
  })
  const nameFile = (file?: File) => {
    if (!file) picker.value = ''
    fill(fileName, file ? foreign(file.name) : FILE_HINT)
  }
  text.addEventListener('input', () => {
    // What is wrong stays in sight while it is mended.
    if (text.ariaInvalid === null) forget()
    nameFile()
  })
  picker.addEventListener('change', () => {
    const file = picker.files?.[0]
    if (!file) return
    forget()
    // It is named once it stands in the field, so that nobody previews what stood there before.
    void file.text().then((content) => {
      text.value = content
      nameFile(file)
    })
  })
  importButton.addEventListener('click', take)
  const form = h(
    'form',
    { class: 'opened settings' },
    h('p', { class: 'file-choice' }, picker, h('label', { class: 'button', for: 'directory-picker' }, 'Choose a CSV file'), fileName),
    h('p', { class: 'field-line' }, h('label', { for: 'directory-file' }, 'Or paste here'), text),
    found,
    outcome.element,
    h('p', { class: 'opened-foot' }, importButton, previewButton),
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
