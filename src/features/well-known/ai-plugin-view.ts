import { STRANGERS_WORDS } from '../../domain/text/strangers-words.ts'
import { type Static, Type } from '@sinclair/typebox'
import type { HttpDeps } from '../../http/http-deps.ts'
import { linksOf } from '../../http/answers/links.ts'
import { AUTH } from '../../http/openapi/route-auth.ts'
import { SERVICE_SENTENCE } from './service-sentence.ts'

/** Schema of /.well-known/ai-plugin.json. */
export const AiPlugin = Type.Object({
  schema_version: Type.Literal('v1'),
  name_for_human: Type.String(),
  name_for_model: Type.String(),
  description_for_human: Type.String(),
  description_for_model: Type.String(),
  auth: Type.Object({ type: Type.String(), instructions: Type.String() }),
  api: Type.Object({ type: Type.Literal('openapi'), url: Type.String() }),
  legal_info_url: Type.String(),
})

/** The plugin manifest, for clients that read that format. */
export function aiPlugin({ policy }: Pick<HttpDeps, 'policy'>): Static<typeof AiPlugin> {
  const links = linksOf(policy.baseUrl)
  return {
    schema_version: 'v1',
    name_for_human: policy.serviceTitle,
    name_for_model: policy.serviceTitle.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
    description_for_human: SERVICE_SENTENCE,
    description_for_model: `${SERVICE_SENTENCE} Read ${links.llms} first: it has every step as a command. ${STRANGERS_WORDS}`,
    auth: { type: 'none', instructions: AUTH['x-svc-api-key'] },
    api: { type: 'openapi', url: links.openapi },
    legal_info_url: links.docs,
  }
}
