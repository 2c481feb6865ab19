import { ask } from '../lib/api.ts'

/** A JSON Schema, as far as this page reads it. */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly [rule: string]: unknown
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

/** Bodies by their media type. */
export type Content = Readonly<
  Record<string, { readonly schema?: Schema; readonly example?: unknown; readonly examples?: Readonly<Record<string, unknown>> }>
>

/** What an operation may answer. */
export interface ApiResponse {
  readonly description: string
  readonly content?: Content
}

/** A call that the service takes, or a message that it sends. */
export interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, ApiResponse>>
  readonly 'x-price'?: string
  readonly 'x-rate-limit'?: { readonly group: string; readonly perKey?: number; readonly perAddress?: number }
  readonly 'x-body-bytes-max'?: number
}

type Methods = Readonly<Record<string, ApiOperation>>

/** The OpenAPI document of a group of routes. */
export interface ApiDocument {
  readonly servers: readonly [{ readonly url: string }]
  readonly paths: Readonly<Record<string, Methods>>
  readonly webhooks?: Readonly<Record<string, Methods>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, { readonly name: string; readonly description: string }>>
  }
}

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
