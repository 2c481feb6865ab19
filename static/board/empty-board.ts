import { copyButton } from '../lib/address.ts'
import { h } from '../lib/dom.ts'
import { insideLink } from '../lib/links.ts'

/** What to do first, where nothing was launched yet. */
export function emptyBoard(): HTMLElement[] {
  const claim = `curl -X POST ${location.origin}/api/agent/keys/claim`
  const read = `curl ${location.origin}/llms.txt`
  const command = (text: string, what: string) => h('div', { class: 'command' }, h('code', null, text), copyButton(text, what))
  return [
    h('h1', null, 'No coin has been launched here yet'),
    h('p', { class: 'muted' }, 'Your assistant launches one for you, or you do it in three steps. It appears on this page by itself.'),
    h(
      'div',
      { class: 'coin-actions' },
      insideLink('/agents', { class: 'button button-main' }, 'Let your assistant do it'),
      insideLink('/llms.txt', { class: 'button' }, 'Read the guide'),
    ),
    h(
      'ol',
      { class: 'first-steps' },
      h('li', null, h('strong', null, 'Read what the service can do'), command(read, 'command')),
      h('li', null, h('strong', null, 'Claim an API key; it is shown once'), command(claim, 'command')),
      h(
        'li',
        null,
        h('strong', null, 'Make a dry-run, have it approved if your key needs that, and launch.'),
        h('p', { class: 'muted' }, 'A dry-run is free and spends nothing.'),
      ),
    ),
  ]
}
