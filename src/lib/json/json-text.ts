import { createJsonScan, type JsonLimits } from './json-scan.ts'

/** A JSON value, and the way to a member that its object has twice; null where there is none. */
export interface ReadJson {
  readonly value: unknown
  readonly repeated: readonly string[] | null
}

/**
 * The value of a JSON text whose scan counted `values`. Of a member that is there twice JSON.parse keeps the last, so that fewer values
 * are left than were counted: only then is the text searched for it.
 *
 * @throws SyntaxError for a text that is no JSON
 * @see RFC 8259 4
 */
export function readJson(text: string, values: number): ReadJson {
  const value: unknown = JSON.parse(text)
  return { value, repeated: valuesIn(value) === values ? null : repeatedMember(text) }
}

/** What a text within these limits says as JSON; null where it is no object and no array. */
export function structureIn(text: string, limits: JsonLimits): ReadJson | null {
  if (!/^\s*[[{]/.test(text)) return null
  const scan = createJsonScan(limits)
  if (scan.push(Buffer.from(text)) !== null) return null
  try {
    return readJson(text, scan.counts().values)
  } catch {
    return null
  }
}

function valuesIn(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1
  let count = 1
  for (const member of Object.values(value)) count += valuesIn(member)
  return count
}

/** Where an object or array of the text is read. */
interface JsonContainer {
  /** Names so far; null in an array. */
  readonly names: Set<string> | null
  /** The name or index of the member that is read. */
  at: string
  index: number
}

/** The way to the first member of a valid JSON text whose name its object has already. */
function repeatedMember(text: string): readonly string[] | null {
  const containers: JsonContainer[] = []
  let last = ''
  for (let at = 0; at < text.length; at += 1) {
    const token = text[at]
    const container = containers.at(-1)
    if (token === '"') {
      const end = endOfString(text, at)
      last = text.slice(at, end + 1)
      at = end
    } else if (token === '{') containers.push({ names: new Set(), at: '', index: 0 })
    else if (token === '[') containers.push({ names: null, at: '0', index: 0 })
    else if (token === '}' || token === ']') containers.pop()
    else if (token === ',' && container?.names === null) container.at = String((container.index += 1))
    else if (token === ':' && container?.names) {
      container.at = JSON.parse(last) as string
      if (container.names.has(container.at)) return containers.map((outer) => outer.at)
      container.names.add(container.at)
    }
  }
  return null
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]

/** Where the string that begins here ends. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) return at
    if (character === BACKSLASH) at += 1
  }
}
