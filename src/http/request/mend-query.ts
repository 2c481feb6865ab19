import { memberRepeated } from './body/member-repeated.ts'

/**
 * Leaves an empty parameter of the query out, which is how clients send one that they do not use. `query` is what the framework read.
 * @throws AppError validation_invalid for a parameter that is there twice
 */
export function mendQuery({ url }: Pick<Request, 'url'>, query: Record<string, unknown>): void {
  const start = url.indexOf('?')
  if (start < 0) return
  const seen = new Set<string>()
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    if (seen.has(name)) throw memberRepeated([name])
    seen.add(name)
    if (value === '') delete query[name]
  }
}
