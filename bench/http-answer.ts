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
  let missing = -1
  let status = 0
  let kept: Buffer[] = []

  const readHead = (chunk: Buffer): boolean => {
    const before = head.length
    head += chunk.toString('latin1')
    const end = head.indexOf(HEAD_END)
    if (end === -1) return false
    status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? Number.NaN)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (Number.isNaN(status) || (length === undefined && !BODILESS.has(status))) throw new Error(`not an answer: ${head.slice(0, 200)}`)
    const bodyFrom = end + HEAD_END.length - before
    missing = Number(length ?? 0) - (chunk.length - bodyFrom)
    if (keep) kept = [Buffer.from(chunk.subarray(bodyFrom))]
    head = keep ? head.slice(0, end) : ''
    return true
  }

  return {
    take(chunk) {
      if (missing === -1) {
        if (!readHead(chunk)) return false
      } else {
        missing -= chunk.length
        if (keep) kept.push(Buffer.from(chunk))
      }
      if (missing < 0) throw new Error('more bytes than the answer has')
      if (missing > 0) return false
      missing = -1
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
      const answer = { status, headers, body: Buffer.concat(kept).toString() }
      head = ''
      return answer
    },
  }
}
