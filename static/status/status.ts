import { byId } from '../lib/dom.ts'
import { poll } from '../lib/poll.ts'

const POLL_MS = 15_000

/** Shows what the service says of itself now; without an answer what it said last stays. */
async function look(): Promise<void> {
  const answer = await fetch(location.pathname, { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
  if (answer?.ok !== true) return
  const said = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('status')
  if (said !== null && said.innerHTML !== byId('status').innerHTML) byId('status').replaceWith(said)
}

poll(POLL_MS, look).now()
