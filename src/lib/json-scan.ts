/** What a JSON text may have at most. */
export interface JsonLimits {
  /** Values of every kind: objects, arrays, members, items. */
  readonly values: number
  /** Objects and arrays inside each other; the outermost is the first. */
  readonly depth: number
  /** Bytes of a member's name, as it is written. */
  readonly nameBytes: number
  /** Bytes of a number or word, as it is written. */
  readonly numberBytes: number
}

/** What was counted so far. */
export interface JsonCounts {
  readonly values: number
  readonly depth: number
  readonly nameBytes: number
  readonly numberBytes: number
}

/** A text on its way in. */
export interface JsonScan {
  /**
   * Counts the next piece of the text, wherever it was cut. Returns the limit that is passed, null while none is; the rest of
   * the piece is not looked at then.
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
 * Counts what a JSON text in UTF-8 is made of, before anything is made of it: in one pass, with no memory but the counts. It
 * judges no grammar. Of a text that is JSON the counts are exact; of any other they are what a parser could come to at most
 * before it gives up.
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
            // What stood before it was a name, and no value.
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
