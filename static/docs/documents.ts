import type { ApiDocument } from '../../src/http/openapi/api-document.ts'
import { ask } from '../lib/api.ts'

/** The documents of the groups, each asked for once; null where the service does not answer, and then the next call asks again. */
export type Documents = (tag: string) => Promise<ApiDocument | null>

/** Documents that are read when they are first needed: all of them at once would be too heavy for a page. */
export function createDocuments(): Documents {
  const kept = new Map<string, Promise<ApiDocument | null>>()
  const load = async (tag: string) => {
    const answer = await ask<ApiDocument>(`/openapi.json?tag=${encodeURIComponent(tag)}`)
    if (answer.kind === 'ok') return answer.body
    kept.delete(tag)
    return null
  }
  return (tag) => {
    const document = kept.get(tag) ?? load(tag)
    kept.set(tag, document)
    return document
  }
}
