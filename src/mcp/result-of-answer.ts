import { QUOTED_WORDS } from '../domain/text/strangers-words.ts'
import type { Tool } from './describe-tool.ts'

/** Stands behind the JSON, in which every such word is quoted. */
const LABEL = { type: 'text', text: QUOTED_WORDS } as const

/** What a tool answers: the route's own JSON, as text for models and as a value for programs. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent: Record<string, unknown>
  readonly isError?: true
  readonly _meta?: Record<string, unknown>
  readonly [more: string]: unknown
}

/**
 * The answer of a route as its tool gives it; every refusal is one that the model sees. Of a long one the members that the tool shows,
 * with `whole`, the address of all of it.
 */
export async function resultOfAnswer({ row }: Tool, response: Response, whole: string): Promise<ToolResult> {
  const text = await response.text()
  const required = response.status === 402 ? decoded(response.headers.get('payment-required')) : null
  const receipt = decoded(response.headers.get('payment-response'))
  const body = JSON.parse(text) as Record<string, unknown>
  // What HTTP says in the body of a 402 besides.
  const answer = required ? { ...required, limits: body.limits, credits: body.credits } : body
  const { shows } = row
  const shown =
    shows === undefined || response.status >= 400
      ? answer
      : { ...Object.fromEntries(Object.entries(answer).filter(([name]) => shows.includes(name))), whole }
  return {
    content: [
      { type: 'text', text: shown === answer && required === null ? text : JSON.stringify(shown) },
      ...(row.annotations.openWorldHint && response.status < 400 ? [LABEL] : []),
    ],
    structuredContent: shown,
    ...(response.status >= 400 ? { isError: true } : {}),
    ...(receipt === null ? {} : { _meta: { 'x402/payment-response': receipt } }),
  }
}

/** JSON in base64, as headers carry it. */
const decoded = (header: string | null): Record<string, unknown> | null =>
  header === null ? null : (JSON.parse(Buffer.from(header, 'base64').toString()) as Record<string, unknown>)
