import { Glob } from 'bun'

/** A regular expression as it stands in a source. */
const LITERAL =
  /(?<=[(,=:[!&|?{};>]\s{0,20}|return |^\s*)\/(?![*/\s])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)(?=[\s.,;)\]:?}]|$)/gm
const MADE = /(?:new )?RegExp\(/g
/** The patterns of the sources by their text, and the files that put patterns together while they run, one entry each time. */
export async function sourcePatterns(): Promise<{
  readonly patterns: ReadonlyMap<string, { readonly pattern: RegExp; readonly where: string }>
  readonly made: readonly string[]
}> {
  const sources = [...new Glob('src/**/*.ts').scanSync('.'), ...new Glob('static/**/*.ts').scanSync('.')].toSorted()
  const patterns = new Map<string, { readonly pattern: RegExp; readonly where: string }>()
  const made: string[] = []
  for (const path of sources) {
    const source = (await Bun.file(path).text()).replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '')
    for (const [, body, flags] of source.matchAll(LITERAL)) {
      try {
        patterns.set(`/${body}/${flags}`, { pattern: new RegExp(body!, flags), where: path })
      } catch {
        // A division, or half of a comment: no pattern.
      }
    }
    for (const _ of source.matchAll(MADE)) made.push(path)
  }
  return { patterns, made }
}
