import { ERROR_AREAS, ERRORS } from '../../domain/errors/error-catalogue.ts'
import { type ErrorCode, exampleOf } from '../../domain/errors.ts'
import { escapeHtml } from '../../domain/text/escape-html.ts'
import { inlineCode } from './inline-code.ts'
import { statusOf } from '../../http/answers/problem.ts'

/** So many codes of an area stand in its line while it is folded: what fits into it. */
const FIRST_CODES = 5

/** Every error code as a row of its area, as HTML: its name, its status, its sentence with values in it, and what to do. */
export const errorRowsView = (): { readonly html: string } => ({ html: ERROR_AREAS.map(areaOf).join('') })

const areaOf = ([title, codes]: (typeof ERROR_AREAS)[number]): string =>
  `<details id="${idOf(title)}" open><summary><h2>${escapeHtml(title)}</h2><span class="errors-some" aria-hidden="true">${codes.slice(0, FIRST_CODES).join(', ')}</span><span class="muted errors-count">${codes.length}</span></summary><ul role="list">${codes.map(rowOf).join('')}</ul></details>`

const idOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

function rowOf(code: ErrorCode): string {
  const { message, fix } = exampleOf(code)
  const status = statusOf(ERRORS[code].kind)
  return `<li><a href="/errors/${code}"><code>${code}</code></a><span>${status}</span><p>${inlineCode(message)}</p><p>${inlineCode(fix)}</p></li>`
}
