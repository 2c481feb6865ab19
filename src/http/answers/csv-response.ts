import { Type } from '@sinclair/typebox'
import { Enum } from '../../domain/json.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'

/** A page as a file of this name; `url` is what was asked for, and the answer's `link` names the next page. */
export function csvResponse(text: string, { name, nextCursor, url }: { name: string; nextCursor: string | null; url: string }): Response {
  const next = new URL(url)
  if (nextCursor !== null) next.searchParams.set('cursor', nextCursor)
  const headers = {
    'content-type': 'text/csv;charset=utf-8;header=present',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
    vary: 'accept',
    ...(nextCursor === null ? {} : { link: `<${next.pathname}${next.search}>; rel="next"` }),
  }
  return new Response(text, { headers })
}

/** Whether the request asks for CSV: by `format`, or else by its Accept. */
export const asksForCsv = ({ headers }: Request, format: 'json' | 'csv' | undefined): boolean =>
  format === undefined ? headers.get('accept')?.includes('text/csv') === true : format === 'csv'

/** A page of a list as CSV. */
export const csvPage = ({ cursor }: { readonly cursor?: string }) => ({ limit: FIELD_LIMITS.csvRowsMax, cursor: cursor ?? null })

/** What a list is asked to be. */
export const Format = { format: Type.Optional(Enum(['json', 'csv'])) }
