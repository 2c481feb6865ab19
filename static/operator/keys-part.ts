import type { KeyRow, NewKeyAnswer } from '../../src/features/keys/key-view.ts'
import { LIMITS } from '../../src/domain/limits.ts'
import { copyMainButton } from '../lib/address.ts'
import { ago } from '../lib/coin-parts.ts'
import { fill, foreign, h, spoken } from '../lib/dom.ts'
import { dateTimeText } from '../lib/format.ts'
import { createPagedList } from '../lib/paged-list.ts'
import { actionButton, announce, listPart, oneAtATime, outcomeLine, type OperatorPart, type PartTools, refusalOf } from './part.ts'

const PAGE_ROWS = 10

/** Keys with their limits: mint, change, rotate, revoke. */
export function keysPart(tools: PartTools): OperatorPart {
  const shown = h('div', { class: 'notice notice-warn new-key', hidden: true })
  const list = createPagedList<'keys', KeyRow>({
    name: 'keys',
    path: '/api/agent/keys',
    pageSize: PAGE_ROWS,
    keyOf: ({ id }) => id,
    draw: (key) => keyRow(tools, key, (answer) => showOnce(shown, answer)),
    none: 'No key yet.',
    ask: tools.session.ask,
  })
  const minting = h(
    'details',
    { class: 'folded' },
    h('summary', null, 'Mint a key'),
    mintForm(tools, (answer) => showOnce(shown, answer)),
  )
  return listPart({ id: 'keys', title: 'Keys' }, list, minting, shown)
}

/** The new text of a key, until it is put away. */
function showOnce(place: HTMLElement, { key, keyRow: { label, previousUntil } }: NewKeyAnswer): void {
  const putAway = h('button', { type: 'button', class: 'button' }, 'I have stored it')
  putAway.addEventListener('click', () => {
    fill(place)
    place.hidden = true
  })
  const copy = copyMainButton(key, 'the new key')
  const until = previousUntil === null ? '' : ` The one before is good until ${dateTimeText(previousUntil)}.`
  fill(
    place,
    h('p', null, h('strong', null, h('span', null, 'New key of ', foreign(label))), `It is shown this once.${until}`),
    h('p', { class: 'secret' }, h('code', null, key)),
    h('p', { class: 'actions' }, copy, putAway),
  )
  place.hidden = false
  announce('A new key is shown')
  // Not the other: Enter would throw away what is shown once.
  copy.focus()
}

/** What of a key its form shows. */
type Settings = Pick<KeyRow, 'label' | 'launchesPerHour' | 'requireApproval' | 'ops'>

/** The fields of a key’s settings, and what they say. */
function settingsFields(id: string, { label, launchesPerHour, requireApproval, ops }: Settings) {
  const labelField = h('input', {
    id: `${id}-label`,
    class: 'field',
    required: true,
    maxlength: String(2 * LIMITS.keyLabelMax),
    value: label,
  })
  const launches = h('input', {
    id: `${id}-launches`,
    class: 'field field-short',
    type: 'number',
    min: '1',
    max: String(LIMITS.launchesPerHourMax),
    required: true,
    value: String(launchesPerHour),
  })
  const approval = h('input', { type: 'checkbox', checked: requireApproval })
  const opsField = h('input', { type: 'checkbox', checked: ops })
  return {
    elements: [
      h('p', { class: 'field-line' }, h('label', { for: `${id}-label` }, 'Label'), labelField),
      h('p', { class: 'field-line' }, h('label', { for: `${id}-launches` }, 'Launches an hour'), launches),
      h('label', { class: 'check' }, approval, 'Launches need an approval'),
      h('label', { class: 'check' }, opsField, 'May record featured posts'),
    ],
    values: (): Settings => ({
      label: labelField.value,
      launchesPerHour: Number(launches.value),
      requireApproval: approval.checked,
      ops: opsField.checked,
    }),
  }
}

function mintForm({ session, refreshAll }: PartTools, show: (answer: NewKeyAnswer) => void): HTMLElement {
  const outcome = outcomeLine()
  const initial = { label: '', launchesPerHour: LIMITS.launchesPerHourDefault, requireApproval: false, ops: false }
  const fields = settingsFields('mint', initial)
  const submit = h('button', { type: 'submit', class: 'button button-main' }, 'Mint')
  const mint = oneAtATime(async () => {
    const answer = await session.send<NewKeyAnswer>('POST', '/api/agent/keys', fields.values())
    if (answer.kind !== 'ok') return outcome.say(refusalOf(answer) ?? '', true)
    outcome.element.hidden = true
    form.reset()
    show(answer.body)
    await refreshAll()
  })
  const form = h('form', { class: 'settings' }, ...fields.elements, h('p', { class: 'actions' }, submit), outcome.element)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    mint()
  })
  return form
}

function keyRow(tools: PartTools, key: KeyRow, show: (answer: NewKeyAnswer) => void): HTMLElement {
  const { id, label, agentName, fingerprint, launchesPerHour, requireApproval, ops, active, previousUntil, createdAt, lastUsedAt } = key
  const isRotated = previousUntil !== null && Date.parse(previousUntil) > tools.clock.nowMs()
  return h(
    'li',
    { class: 'row key-row' },
    h(
      'p',
      { class: 'key-name' },
      h('strong', null, foreign(label)),
      agentName !== null && h('span', { class: 'muted' }, foreign(agentName)),
    ),
    h(
      'p',
      { class: 'key-badges' },
      !active && h('span', { class: 'badge badge-bad' }, 'Revoked'),
      requireApproval && h('span', { class: 'badge' }, 'Needs approval'),
      ops && h('span', { class: 'badge' }, 'Ops'),
      isRotated && h('span', { class: 'badge badge-warn' }, 'Rotated: two texts'),
    ),
    h('p', { class: 'cell muted' }, launchesPerHour === 1 ? '1 launch' : `${launchesPerHour} launches`, ' an hour'),
    h('p', { class: 'cell muted' }, lastUsedAt === null ? 'never used' : 'used ', lastUsedAt !== null && ago(lastUsedAt)),
    h(
      'details',
      // One of a name is open at a time.
      { class: 'folded', name: 'key' },
      h('summary', null, active ? 'Manage' : 'Details', spoken(' of '), h('span', { class: 'spoken' }, foreign(label))),
      h(
        'p',
        { class: 'muted cell' },
        'Id ',
        h('code', null, id),
        ', fingerprint ',
        h('code', null, fingerprint),
        ', made ',
        ago(createdAt),
      ),
      active && keyForm(tools, key, show),
    ),
  )
}

function keyForm({ session, confirm, refreshAll }: PartTools, key: KeyRow, show: (answer: NewKeyAnswer) => void): HTMLElement {
  const { id, label } = key
  const path = `/api/agent/keys/${encodeURIComponent(id)}`
  const outcome = outcomeLine()
  const fields = settingsFields(id, key)
  const done = async (text: string) => {
    announce(text)
    await refreshAll()
  }
  const save = oneAtATime(async () => {
    const answer = await session.send('PATCH', path, fields.values())
    const refused = refusalOf(answer)
    outcome.say(refused ?? 'Saved.', refused !== null)
    if (refused === null) await done('Saved')
  })
  const rotate = (overlapMinutes: number, said: string, verb: string) => async () => {
    const text = ['The key of ', foreign(label), ` gets a new text. ${said}`]
    const ends = overlapMinutes === 0 ? ({ ends: true } as const) : {}
    if (!(await confirm({ title: 'Rotate this key?', text, verb, ...ends }))) return
    const answer = await session.send<NewKeyAnswer>('POST', `${path}/rotate`, { overlapMinutes })
    if (answer.kind !== 'ok') return outcome.say(refusalOf(answer) ?? '', true)
    show(answer.body)
    await refreshAll()
  }
  const revoke = async () => {
    const text = ['The key of ', foreign(label), ' ends at once and for good. What it launched stays, and goes on being paid.']
    if (!(await confirm({ title: 'Revoke this key?', text, verb: 'Revoke', ends: true }))) return
    const refused = refusalOf(await session.send('DELETE', path))
    if (refused !== null) return outcome.say(refused, true)
    await done('Revoked')
  }
  const saveButton = h('button', { type: 'submit', class: 'button button-main', disabled: true }, 'Save')
  const saved = JSON.stringify(fields.values())
  const day = LIMITS.secretOverlapMs / 60_000
  const form = h(
    'form',
    { class: 'settings' },
    ...fields.elements,
    h(
      'p',
      { class: 'actions' },
      saveButton,
      actionButton('Rotate', '', rotate(day, 'The old one is good for another day.', 'Rotate')),
      actionButton('Rotate at once', '', rotate(0, 'The old one ends at once.', 'Rotate at once')),
      actionButton('Revoke', 'button-bad', revoke),
    ),
    outcome.element,
  )
  form.addEventListener('input', () => void (saveButton.disabled = JSON.stringify(fields.values()) === saved))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    save()
  })
  return form
}
