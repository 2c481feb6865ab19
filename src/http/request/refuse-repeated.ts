import { memberRepeated } from './body/member-repeated.ts'

/** Throws unless each parameter of the query is there once: parsers differ in which they keep. */
export function refuseRepeated({ url }: Pick<Request, 'url'>): void {
  const start = url.indexOf('?')
  if (start < 0) return
  const names = [...new URLSearchParams(url.slice(start)).keys()].toSorted()
  const repeated = names.find((name, at) => name === names[at - 1])
  if (repeated !== undefined) throw memberRepeated([repeated])
}
