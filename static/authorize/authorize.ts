import type { Consent, Decided } from '../../src/features/oauth/oauth-view.ts'
import { send } from '../lib/api.ts'
import { byId, fill, h } from '../lib/dom.ts'
import { showLimits } from './key-limits.ts'

const problem = byId('problem')
const keyField = byId('key') as HTMLInputElement
const buttons = [...document.querySelectorAll('button')]

const WORDS: Readonly<Record<string, string>> = {
  api_key_invalid: 'This key is not valid here, or was revoked.',
  claims_exceeded: 'Too many keys were claimed from this address in the last hour. Use a key that you have, or try later.',
  insecure_transport: 'This page was opened over plain http, where others can read along. Open it over https.',
}

/** Sends the decision, and goes where the answer says: back to the client. */
async function decide(decision: Consent): Promise<void> {
  problem.hidden = true
  keyField.removeAttribute('aria-invalid')
  keyField.removeAttribute('aria-describedby')
  for (const button of buttons) button.disabled = true
  const answer = await send<Decided>('/oauth/authorize', { params: location.search.slice(1), ...decision })
  if (answer.kind === 'ok') {
    keyField.value = ''
    const back = h('a', { class: 'button' }, 'Go back to it')
    back.href = answer.body.location
    fill(byId('done'), decision.decision === 'deny' ? 'Nothing was handed over. ' : 'Connected. ', back)
    location.assign(answer.body.location)
    return
  }
  for (const button of buttons) button.disabled = false
  const isOfKey = answer.kind === 'problem' && answer.code === 'api_key_invalid'
  // What is wrong with the field stands right below it.
  if (isOfKey) keyField.after(problem)
  else byId('done').before(problem)
  problem.textContent =
    answer.kind === 'problem' ? (WORDS[answer.code] ?? (answer.detail || 'The service refused it.')) : 'The service did not answer.'
  problem.hidden = false
  if (!isOfKey) return
  keyField.setAttribute('aria-invalid', 'true')
  keyField.setAttribute('aria-describedby', problem.id)
}

showLimits(keyField, byId('limits'))
byId('claim').addEventListener('click', () => void decide({ decision: 'claim' }))
byId('deny').addEventListener('click', () => void decide({ decision: 'deny' }))
byId('own').addEventListener('submit', (event) => {
  event.preventDefault()
  void decide({ decision: 'use', key: keyField.value })
})
