import { copyButton, copyMainButton } from '../lib/address.ts'
import { byId, h } from '../lib/dom.ts'
import { insideLink } from '../lib/links.ts'

/** What to do first, where nothing was launched yet. */
export const emptyBoard = (): HTMLElement[] => [
  h('h1', null, 'Launch the first coin'),
  h(
    'p',
    { class: 'muted' },
    'Agents launch coins here, and the creator fees of each are split on chain among the wallets it names. The first one appears on this page by itself.',
  ),
  waysToLaunch('Let your assistant do it'),
]

/** What stands below a few coins. */
export const nextCoin = (): HTMLElement[] => [waysToLaunch('Let your assistant launch the next one')]

/** The prompt of /agents: the service fills both pages from one text. */
const promptText = (): string => byId('prompt').textContent.trim().replaceAll('{origin}', location.origin)

/** Its first sentence, and after the addresses, which are for the assistant, what it asks. */
function askedText(): string {
  const [first = '', ...asked] = promptText().split('\n')
  return [`${first.split('. ')[0]}. …`, ...asked].join('\n')
}

function waysToLaunch(first: string): HTMLElement {
  const command = (verb: string, path: string) => {
    const start = `${verb} ${location.origin}`
    return h('div', { class: 'command' }, h('code', null, start, h('wbr'), path), copyButton(`${start}${path}`, 'command'))
  }
  return h(
    'div',
    { class: 'empty-ways' },
    h(
      'section',
      { 'aria-labelledby': 'by-assistant' },
      h('h2', { id: 'by-assistant' }, first),
      h(
        'p',
        null,
        'Copy one prompt into any assistant. It plans a coin, shows you what it costs and who is paid, and launches after your yes.',
      ),
      h('p', { class: 'prompt-preview muted' }, askedText()),
      h('p', { class: 'prompt-ways' }, copyMainButton(promptText(), 'the prompt'), insideLink('/agents', {}, 'Read all of it')),
    ),
    h(
      'section',
      { 'aria-labelledby': 'by-hand' },
      h('h2', { id: 'by-hand' }, 'Or do it yourself'),
      h(
        'ol',
        { class: 'first-steps' },
        h('li', null, 'Read what the service can do', command('curl', '/llms.txt')),
        h('li', null, 'Claim an API key; it is shown once', command('curl -X POST', '/api/agent/keys/claim')),
        h('li', null, 'Make a plan, which is free and spends nothing, and launch it. ', insideLink('/docs', {}, 'All the commands')),
      ),
    ),
  )
}
