/** Upper bounds for a JSON text. */
export interface JsonLimits {
  /** Values of every kind: objects, arrays, members, items. */
  readonly values: number
  /** Nesting depth of objects and arrays; the outermost has depth 1. */
  readonly depth: number
  /** Bytes of a member's name as written, escapes included. */
  readonly nameBytes: number
  /** Bytes of a number or literal as written. */
  readonly numberBytes: number
}

/** Counts of the text read so far. */
export type JsonCounts = JsonLimits

/** A JSON text that is read piece by piece. */
export interface JsonScan {
  /**
   * Counts the next piece, wherever the text was cut. Returns the limit that is now exceeded, or null; the rest of the piece is not read
   * then.
   */
  push(bytes: Uint8Array): keyof JsonLimits | null
  counts(): JsonCounts
}

const [SCALAR, SPACE, QUOTE, OPEN, CLOSE, COMMA, COLON] = [0, 1, 2, 3, 4, 5, 6]
const BACKSLASH = 0x5c

const CLASS = new Uint8Array(256)
for (const [characters, kind] of [
  [' \t\n\r', SPACE],
  ['"', QUOTE],
  ['{[', OPEN],
  ['}]', CLOSE],
  [',', COMMA],
  [':', COLON],
] as const) {
  for (const character of characters) CLASS[character.charCodeAt(0)] = kind!
}

/**
 * Counts the values of a JSON text in UTF-8 before it is parsed: one pass, with no memory but the counts. It does not check the grammar.
 * For valid JSON the counts are exact; for other text they are the most that a parser could create before it fails.
 */
export function createJsonScan(limits: JsonLimits): JsonScan {
  let [values, depth, deepest, longestName, longestNumber] = [0, 0, 0, 0, 0]
  let [inText, escaped, textBytes, scalarBytes] = [false, false, 0, 0]

  const passed = (): keyof JsonLimits | null => {
    if (values > limits.values) return 'values'
    if (deepest > limits.depth) return 'depth'
    if (longestName > limits.nameBytes) return 'nameBytes'
    return longestNumber > limits.numberBytes ? 'numberBytes' : null
  }

  return {
    counts: () => ({ values, depth: deepest, nameBytes: longestName, numberBytes: longestNumber }),
    push(bytes) {
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at]!
        const kind = CLASS[byte]!
        if (inText) {
          if (escaped) escaped = false
          else if (byte === BACKSLASH) escaped = true
          else if (kind === QUOTE) inText = false
          if (inText) textBytes += 1
          continue
        }
        if (kind === SCALAR) {
          if (scalarBytes === 0) values += 1
          scalarBytes += 1
          if (scalarBytes > longestNumber) longestNumber = scalarBytes
        } else {
          scalarBytes = 0
          if (kind === SPACE) continue
          if (kind === QUOTE) {
            inText = true
            textBytes = 0
            values += 1
          } else if (kind === OPEN) {
            values += 1
            depth += 1
            if (depth > deepest) deepest = depth
          } else if (kind === CLOSE) depth -= 1
          else if (kind === COLON) {
            // The string before the colon was a name, not a value.
            values -= 1
            if (textBytes > longestName) longestName = textBytes
          }
        }
        if (values > limits.values || deepest > limits.depth || longestName > limits.nameBytes || longestNumber > limits.numberBytes) {
          return passed()
        }
      }
      return null
    },
  }
}
