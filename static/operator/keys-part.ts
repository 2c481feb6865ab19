import type { KeyRow, NewKeyAnswer } from '../../src/features/keys/key-view.ts'
import { LIMITS } from '../../src/domain/limits.ts'
import { copyButton } from '../lib/address.ts'
import { ago } from '../lib/coin-parts.ts'
import { foreign, h, spoken } from '../lib/dom.ts'
import { createPagedList } from '../lib/paged-list.ts'
import { rotation } from './key-rotation.ts'
import { createNewKeys } from './new-key.ts'
import {
  actionButton,
  announce,
  listPart,
  oneAtATime,
  outcomeLine,
  type OperatorPart,
  type PartTools,
  recordHeads,
  refusalOf,
} from './part.ts'

const PAGE_ROWS = 10

/** Keys with their limits: mint, change, rotate, revoke. */
export function keysPart(tools: PartTools): OperatorPart {
  const minting = h('details', { class: 'folded' }, h('summary', null, 'Mint a key'))
  const shown = createNewKeys(minting)
  const show = (answer: NewKeyAnswer) => {
    tools.names.learn(answer.keyRow)
    shown.show(answer)
  }
  const form = mintForm(tools, show, () => {
    minting.open = false
    minting.querySelector('summary')!.focus()
  })
  minting.append(form)
  minting.addEventListener('toggle', () => {
    if (!minting.open) return
    form.scrollIntoView({ block: 'nearest' })
    form.querySelector('input')!.focus({ preventScroll: true })
  })
  const list = createPagedList<'keys', KeyRow>({
    name: 'keys',
    path: '/api/agent/keys',
    pageSize: PAGE_ROWS,
    keyOf: ({ id }) => id,
    draw: (key) => keyRow(tools, key, show),
    none: 'No key yet.',
    ask: tools.session.ask,
  })
  return listPart({ id: 'keys', title: 'Keys' }, list, minting, shown.element, recordHeads('Key', 'Rights', 'Limit', 'Last used', ''))
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
      h(
        'p',
        { class: 'checks' },
        h('label', { class: 'check' }, approval, 'Launches need an approval'),
        h('label', { class: 'check' }, opsField, 'May record featured posts'),
      ),
    ],
    values: (): Settings => ({
      label: labelField.value,
      launchesPerHour: Number(launches.value),
      requireApproval: approval.checked,
      ops: opsField.checked,
    }),
  }
}

function mintForm({ session, refreshAll }: PartTools, show: (answer: NewKeyAnswer) => void, close: () => void): HTMLElement {
  const outcome = outcomeLine()
  const initial = { label: '', launchesPerHour: LIMITS.launchesPerHourDefault, requireApproval: true, ops: false }
  const fields = settingsFields('mint', initial)
  const submit = h('button', { type: 'submit', class: 'button button-main' }, 'Mint key')
  const mint = oneAtATime(async () => {
    const answer = await session.send<NewKeyAnswer>('POST', '/api/agent/keys', fields.values())
    if (answer.kind !== 'ok') return outcome.say(refusalOf(answer) ?? '', true)
    outcome.element.hidden = true
    form.reset()
    show(answer.body)
    await refreshAll()
  })
  const cancel = h('button', { type: 'button', class: 'button', onclick: close }, 'Cancel')
  const form = h(
    'form',
    { class: 'opened settings' },
    ...fields.elements,
    outcome.element,
    h('p', { class: 'opened-foot' }, submit, cancel),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    mint()
  })
  return form
}

function keyRow(tools: PartTools, key: KeyRow, show: (answer: NewKeyAnswer) => void): HTMLElement {
  const { label, agentName, fingerprint, launchesPerHour, requireApproval, ops, active, previousUntil, lastUsedAt } = key
  const folded = managing(tools, key, show)
  const isRotated = previousUntil !== null && Date.parse(previousUntil) > tools.clock.nowMs()
  const row = h(
    'li',
    { class: 'row record opens-row' },
    h(
      'p',
      { class: 'record-what key-name' },
      h('strong', null, foreign(label)),
      agentName !== null && h('span', { class: 'muted' }, foreign(agentName)),
      h('span', { class: 'muted fingerprint' }, spoken('fingerprint '), fingerprint),
    ),
    h(
      'p',
      { class: 'record-state' },
      !active && h('span', { class: 'badge badge-bad' }, 'Revoked'),
      requireApproval ? h('span', { class: 'badge' }, 'Needs approval') : active && h('span', { class: 'badge' }, 'No approval needed'),
      ops && h('span', { class: 'badge' }, 'Ops'),
      isRotated && h('span', { class: 'badge badge-warn' }, 'Rotated: two texts'),
    ),
    h(
      'p',
      { class: 'record-by muted' },
      String(launchesPerHour),
      h('span', { class: 'key-launches' }, launchesPerHour === 1 ? ' launch' : ' launches'),
      ' an hour',
    ),
    h(
      'p',
      { class: 'record-when muted' },
      lastUsedAt !== null && h('span', { class: 'record-label' }, 'used '),
      lastUsedAt === null ? 'never' : ago(lastUsedAt),
      lastUsedAt === null && h('span', { class: 'record-label' }, ' used'),
    ),
    folded,
  )
  folded.addEventListener('toggle', () => folded.open && row.scrollIntoView({ block: 'nearest' }))
  return row
}

function keyForm({ session, clock, confirm, refreshAll }: PartTools, key: KeyRow, show: (answer: NewKeyAnswer) => void): HTMLElement {
  const { id, label, fingerprint } = key
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
  const rotate = async () => {
    const { question, overlapMinutes } = rotation(key, clock.nowMs())
    if (!(await confirm(question))) return
    const answer = await session.send<NewKeyAnswer>('POST', `${path}/rotate`, { overlapMinutes: overlapMinutes() })
    if (answer.kind !== 'ok') return outcome.say(refusalOf(answer) ?? '', true)
    show(answer.body)
    await refreshAll()
  }
  const revoke = async () => {
    const named = [h('strong', null, foreign(label)), ' ', h('span', { class: 'fingerprint' }, fingerprint)]
    const text = ['Key ', ...named, ' ends at once and for good. What it launched stays, and goes on being paid.']
    if (!(await confirm({ title: 'Revoke this key?', text, verb: 'Revoke', ends: true }))) return
    const refused = refusalOf(await session.send('DELETE', path))
    if (refused !== null) return outcome.say(refused, true)
    await done('Revoked')
  }
  const saveButton = h('button', { type: 'submit', class: 'button button-main', disabled: true }, 'Save')
  const saved = JSON.stringify(fields.values())
  const form = h(
    'form',
    { class: 'settings' },
    ...fields.elements,
    outcome.element,
    h(
      'p',
      { class: 'opened-foot' },
      saveButton,
      h('span', { class: 'key-ends' }, actionButton('Rotate', '', rotate), actionButton('Revoke', 'button-bad', revoke)),
    ),
  )
  form.addEventListener('input', () => void (saveButton.disabled = JSON.stringify(fields.values()) === saved))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    save()
  })
  return form
}

/** What is folded in its row; one key is open at a time. */
function managing(tools: PartTools, key: KeyRow, show: (answer: NewKeyAnswer) => void): HTMLDetailsElement {
  const { id, label, active, createdAt } = key
  return h(
    'details',
    { class: 'folded', name: 'key' },
    h('summary', null, active ? 'Manage' : 'Details', spoken(' of '), h('span', { class: 'spoken' }, foreign(label))),
    h(
      'div',
      { class: 'opened' },
      h(
        'p',
        { class: 'muted opened-line' },
        h('span', null, 'Made ', ago(createdAt), ', id ', h('code', null, id)),
        copyButton(id, 'the id'),
      ),
      active && keyForm(tools, key, show),
    ),
  )
}
