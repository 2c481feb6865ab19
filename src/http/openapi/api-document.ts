import type { RateGroup, RateRule } from '../../domain/limits/rates.ts'

/** A JSON Schema in a document. */
export interface JsonSchema {
  readonly $ref?: string
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly [rule: string]: unknown
}

/** Headers of an answer by name, each a reference to its component. */
export type AnswerHeaders = Readonly<Record<string, { readonly $ref: string }>>

/** One way to authenticate: every header of it must be sent. */
export interface SecurityScheme {
  readonly type: 'apiKey'
  readonly in: 'header'
  readonly name: string
  readonly description: string
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

/** Bodies by their media type. */
export type Content = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>

/** What an operation may answer. */
export interface ApiResponse {
  readonly description: string
  readonly headers?: AnswerHeaders
  readonly content?: Content
}

/** Names a part of the document that stands among its components. */
export interface Reference {
  readonly $ref: string
}

/** A call that the service takes, or a message that it sends; as it is sent, parts of it are references. */
export interface ApiOperation<Part = never> {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Part)[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, ApiResponse | Part>>
  readonly 'x-price'?: string
  /** The name of one of `x-rate-limits`. */
  readonly 'x-rate-limit'?: RateGroup
  readonly 'x-body-bytes-max'?: number
}

/** The operations of a path, by method in small letters. */
export type Methods<Part = never> = Readonly<Record<string, ApiOperation<Part>>>

/** The OpenAPI document of all routes, or of a group of them. */
export interface ApiDocument<Part = never> {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** Calls a minute, by the name of a group of calls that are counted together. */
  readonly 'x-rate-limits': Readonly<Record<RateGroup, RateRule>>
  readonly servers: readonly [{ readonly url: string }]
  readonly paths: Readonly<Record<string, Methods<Part>>>
  readonly webhooks?: Readonly<Record<string, Methods<Part>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
    readonly headers: Readonly<Record<string, JsonSchema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, ApiResponse>>
  }
}
