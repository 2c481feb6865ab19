import type { ApiDocument, Reference } from '../../src/http/openapi/api-document.ts'
import { inlineSharedParts } from '../../src/http/openapi/inline-shared-parts.ts'
import { ask } from '../lib/api.ts'

/** The document of all calls; null where the service does not answer. */
export async function readApiDocument(): Promise<ApiDocument | null> {
  const answer = await ask<ApiDocument<Reference>>('/openapi.json')
  return answer.kind === 'ok' ? inlineSharedParts(answer.body) : null
}
