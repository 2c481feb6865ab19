import type { ApiDocument, ApiOperation, Methods, Reference } from './api-document.ts'

/** The document with every parameter and answer where it is used, and none among its components. */
export function inlineSharedParts(document: ApiDocument<Reference>): ApiDocument {
  const { parameters, responses } = document.components
  const found = <Part extends object>(parts: Readonly<Record<string, Part>>, part: Part | Reference): Part =>
    '$ref' in part ? parts[part.$ref.split('/').at(-1)!]! : part
  const operation = (written: ApiOperation<Reference>): ApiOperation =>
    ({
      ...written,
      ...(written.parameters ? { parameters: written.parameters.map((part) => found(parameters, part)) } : {}),
      responses: Object.fromEntries(Object.entries(written.responses).map(([status, part]) => [status, found(responses, part)])),
    }) as ApiOperation
  const each = (paths: Readonly<Record<string, Methods<Reference>>>): Record<string, Methods> =>
    Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, written]) => [method, operation(written)])),
      ]),
    )
  const { webhooks, ...rest } = document
  const components = { ...document.components, parameters: {}, responses: {} }
  return { ...rest, components, paths: each(document.paths), ...(webhooks ? { webhooks: each(webhooks) } : {}) } as ApiDocument
}
