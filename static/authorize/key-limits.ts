import type { KeyRow } from '../../src/features/keys/key-view.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { ask } from '../lib/api.ts'
import { plural, utcText } from '../lib/format.ts'

/** A whole key: it is not asked about while it is typed. */
const WHOLE = /^svc_ak_\w{49}$/

/** What the key in this field allows, in the line below it, before it is handed to anybody; nothing for what is no key. */
export function showLimits(field: HTMLInputElement, line: HTMLElement): void {
  const look = async (): Promise<void> => {
    const key = field.value.trim()
    line.hidden = true
    if (!WHOLE.test(key)) return
    const answer = await ask<ListAnswer<'keys', KeyRow>>('/api/agent/keys', { headers: { 'x-svc-api-key': key } })
    const row = answer.kind === 'ok' ? answer.body.keys[0] : undefined
    if (!row || field.value.trim() !== key) return
    line.textContent = limitsText(row)
    line.hidden = false
  }
  field.addEventListener('input', () => void look())
}

function limitsText({ label, launchesPerHour, launchesPerDay, requireApproval, scopes, expiresAt }: KeyRow): string {
  const launches = [
    `${plural(launchesPerHour, 'coin')} an hour`,
    ...(launchesPerDay === null ? [] : [`${launchesPerDay} a day`]),
    requireApproval ? 'each after an approval' : 'without an approval',
  ].join(', ')
  const can = scopes !== null && !scopes.includes('launch') ? 'launches nothing' : `launches ${launches}`
  return `“${label}” ${can}. ${expiresAt === null ? 'It has no end.' : `It ends on ${utcText(expiresAt)}.`}`
}
