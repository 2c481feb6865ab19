import { memberRepeated } from './body/member-repeated.ts'

/**
 * Leaves an empty parameter of the query out, which is how clients send one that they do not use. `query` is what the framework read.
 * @throws AppError validation_invalid for a parameter that is there twice
 */
export function mendQuery({ url }: Pick<Request, 'url'>, query: Record<string, unknown>): void {
  const start = url.indexOf('?')
  if (start < 0) return
  const sent = new URLSearchParams(url.slice(start))
  const names = [...sent.keys()].toSorted()
  const repeated = names.find((name, at) => name === names[at - 1])
  if (repeated !== undefined) throw memberRepeated([repeated])
  for (const [name, value] of sent) if (value === '') delete query[name]
}
