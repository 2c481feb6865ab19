/** An answer, as its bytes came. */
export interface RawAnswer {
  readonly status: number
  /** Names and values as sent. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Reads answers out of the chunks of one connection. */
export interface AnswerReader {
  /** Takes a chunk; true when an answer ends with it. @throws Error when it is not HTTP, or says no length */
  take(chunk: Buffer): boolean
  /** Status of the answer that ended last. */
  readonly status: number
  /** The whole of it, where the reader was told to keep answers; its bytes otherwise thrown away. */
  answer(): RawAnswer
}

const HEAD_END = '\r\n\r\n'
const BODILESS = new Set([204, 304])

/** A reader of a connection that has one request under way at a time. `keep` keeps whole answers; without it bodies are only counted. */
export function createAnswerReader({ keep = false }: { readonly keep?: boolean } = {}): AnswerReader {
  let head = ''
  let readBody: BodyReader | null = null
  let [status, ended] = [0, true]
  let kept: Buffer[] = []
  const body = (bytes: Buffer) => void (keep && kept.push(Buffer.from(bytes)))

  /** The bytes after the head, once it is whole. */
  const readHead = (chunk: Buffer): Buffer | null => {
    if (ended) head = ''
    ended = false
    const before = head.length
    head += chunk.toString('latin1')
    const end = head.indexOf(HEAD_END)
    if (end === -1) return null
    status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? Number.NaN)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    const chunked = /\r\ntransfer-encoding: *chunked/i.test(head)
    if (Number.isNaN(status) || (length === undefined && !chunked && !BODILESS.has(status)))
      throw new Error(`not an answer: ${head.slice(0, 200)}`)
    readBody = chunked ? chunkedBody(body) : bodyOfLength(Number(length ?? 0), body)
    kept = []
    head = keep ? head.slice(0, end) : ''
    return chunk.subarray(end + HEAD_END.length - before)
  }

  return {
    take(chunk) {
      const bytes = readBody === null ? readHead(chunk) : chunk
      if (bytes === null || !readBody!(bytes)) return false
      readBody = null
      ended = true
      return true
    },
    get status() {
      return status
    },
    answer() {
      const headers = head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const)
      return { status, headers, body: Buffer.concat(kept).toString() }
    },
  }
}

/** Takes bytes of a body; true once it has all of it. @throws Error for bytes after its end */
type BodyReader = (bytes: Buffer) => boolean

function bodyOfLength(lengthBytes: number, body: (bytes: Buffer) => void): BodyReader {
  let missingBytes = lengthBytes
  return (bytes) => {
    missingBytes -= bytes.length
    if (missingBytes < 0) throw new Error('more bytes than the answer has')
    body(bytes)
    return missingBytes === 0
  }
}

/** @see RFC 9112 7.1; without trailers, which the service sends none of */
function chunkedBody(body: (bytes: Buffer) => void): BodyReader {
  let line = ''
  let missingBytes = 0
  let ended = false
  return (bytes) => {
    for (let at = 0; at < bytes.length;) {
      if (ended && line === '\r\n') throw new Error('more bytes than the answer has')
      if (missingBytes > 0) {
        const piece = bytes.subarray(at, at + missingBytes)
        body(piece)
        missingBytes -= piece.length
        at += piece.length
        continue
      }
      line += String.fromCharCode(bytes[at]!)
      at += 1
      const size = /^(?:\r\n)?([\da-f]+)[^\n]*\n$/i.exec(line)?.[1]
      if (ended || size === undefined) continue
      missingBytes = Number.parseInt(size, 16)
      ended = missingBytes === 0
      line = ''
    }
    return ended && line === '\r\n'
  }
}
