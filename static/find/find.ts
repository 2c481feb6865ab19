import type { Kol } from '../../src/domain/kols/kol.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { countText } from '../../src/domain/money/figure-text.ts'
import { ask } from '../lib/api.ts'
import { byId, fill, foreign, h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { insideLink, kolPath } from '../lib/links.ts'
import { showAsked } from '../lib/show-asked.ts'

const NEAR_ROWS = 8

/** Shows who of the directory has a name like the one that was looked for. */
async function startFind(): Promise<void> {
  const wanted = new URLSearchParams(location.search).get('q')?.trim() ?? ''
  // What can be typed is for who has typed nothing yet.
  byId('sure').hidden = wanted !== ''
  const near = wanted === '' ? [] : await namesLike(wanted)
  const isNobody = wanted !== '' && near.length === 0
  if (isNobody) showAsked(wanted)
  else (byId('payee') as HTMLInputElement).value = wanted
  byId('found').hidden = wanted === ''
  byId('found-title').textContent = isNobody ? `No match for “${wanted}”` : 'Did you mean'
  byId('missing').textContent = isNobody ? 'Try a wallet address: only that says for sure who is paid.' : ''
  byId('leaders').hidden = !isNobody
  fill(
    byId('near'),
    ...near.map(({ handle, displayName, followers, verified }) =>
      h(
        'li',
        { class: 'near-name' },
        insideLink(
          kolPath(handle),
          {},
          h('span', { class: 'avatar', 'aria-hidden': 'true' }, [...(displayName || handle)][0]!.toUpperCase()),
          h('span', null, h('strong', null, foreign(displayName)), ' ', foreign(`@${handle}`)),
          h(
            'span',
            { class: 'near-facts muted' },
            verified && h('span', { class: 'near-verified' }, icon('check'), 'Verified'),
            h('span', null, `${countText(followers)} followers`),
          ),
        ),
      ),
    ),
  )
  byId('found').removeAttribute('aria-busy')
}

async function namesLike(wanted: string): Promise<readonly Kol[]> {
  const query = new URLSearchParams({ q: wanted.replace(/^@/, ''), limit: String(NEAR_ROWS) })
  const answer = await ask<ListAnswer<'kols', Kol>>(`/api/kols?${query}`)
  return answer.kind === 'ok' ? answer.body.kols : []
}

void startFind()
