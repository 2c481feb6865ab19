import { AppError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { OWN_LIMITS } from '../../../domain/limits/own-limits.ts'
import { JSON_LIMITS } from '../../../domain/limits/json-limits.ts'
import { createJsonScan, type JsonLimits } from '../../../lib/json/json-scan.ts'
import type { ReservedBytes } from './body-memory.ts'
import type { Timers } from '../../../ports/clock.ts'
import { yieldToEventLoop } from '../../../lib/yield-to-event-loop.ts'

/** The name of each limit in a refusal. */
const PASSED: Readonly<Record<keyof JsonLimits | 'pieces', string>> = {
  values: `has more than ${LIMITS.bodyValuesMax} values`,
  depth: `is nested deeper than ${LIMITS.bodyDepthMax}`,
  nameBytes: `has a field name of more than ${OWN_LIMITS.bodyNameBytesMax} bytes`,
  numberBytes: `has a number of more than ${OWN_LIMITS.bodyNumberBytesMax} bytes`,
  pieces: `comes in more than ${OWN_LIMITS.bodyTinyPiecesMax} pieces of less than ${OWN_LIMITS.bodyTinyPieceBytes} bytes`,
}

/** Limits on size, total time and time for each 64 KiB of a body, and the memory reservation. */
export interface Reading {
  readonly bytesMax: number
  readonly timeoutMs: number
  readonly paceMs: number
  readonly held: ReservedBytes
  /** It is no JSON, whose limits mean nothing to it. */
  readonly form?: boolean
  /** Looks at the first of its bytes. @throws AppError of what they say that is not taken */
  readonly checkFirst: (bytes: Uint8Array) => void
}

/** A body, and how many JSON values were counted in it. */
export interface BodyBytes {
  readonly bytes: Uint8Array
  readonly values: number
}

/**
 * Every byte of the body, counted and scanned as it arrives. The rest of a refused one is not read. Of a body in many chunks about two
 * thousand are read in each turn of the event loop, so that other requests are answered in between; tiny chunks, each of which costs
 * hundreds of times its bytes in memory, are limited in number.
 *
 * @throws AppError body_not_json (it broke off)
 */
export async function readBytes(
  { timers }: { readonly timers: Timers },
  body: ReadableStream<Uint8Array>,
  { bytesMax, timeoutMs, paceMs, held, checkFirst, form = false }: Reading,
): Promise<BodyBytes> {
  const reader = body.getReader()
  const scan = form ? null : createJsonScan(JSON_LIMITS)
  const pieces = gatherPieces()
  let [length, count, tiny] = [0, 0, 0]
  const cancel = () => void reader.cancel().catch(() => {})
  // Cancels the pending read. Racing each read against one promise would add a reaction to that promise for each.
  const pace = watchPace(timers, { timeoutMs, paceMs, lengthNow: () => length, cancel })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lateMs = pace.lateMs()
      if (lateMs !== null) throw new AppError('body_too_slow', { seconds: Math.ceil(lateMs / 1_000) })
      if (done) return { bytes: pieces.joined(), values: scan?.counts().values ?? 0 }
      count += 1
      length += value.length
      if (length > bytesMax) throw new AppError('body_too_large', { maxBytes: bytesMax })
      if (value.length < OWN_LIMITS.bodyTinyPieceBytes) tiny += 1
      if (tiny > OWN_LIMITS.bodyTinyPiecesMax) throw limitExceeded('pieces')
      held.add(value.length)
      if (count === 1) checkFirst(value)
      const passed = scan?.push(value)
      if (passed) throw limitExceeded(passed)
      pieces.add(value)
      if (count % PIECES_A_TURN === 0) await yieldToEventLoop()
    }
  } catch (error) {
    pieces.free()
    cancel()
    // The client closed the connection within its body: that is no fault of ours, and nobody reads the answer.
    throw error instanceof Error && error.name === 'AbortError' ? new AppError('body_not_json') : error
  } finally {
    pace.end()
  }
}

/** Calls `cancel` when the body is late: not complete in time, or slower than 64 KiB in `paceMs`. */
function watchPace(
  timers: Timers,
  {
    timeoutMs,
    paceMs,
    lengthNow,
    cancel,
  }: Pick<Reading, 'timeoutMs' | 'paceMs'> & { readonly lengthNow: () => number; readonly cancel: () => void },
) {
  let late: number | null = null
  let before = 0
  const isLate = (ms: number) => {
    late ??= ms
    cancel()
  }
  const endWhole = timers.after(timeoutMs, () => isLate(timeoutMs))
  const isSlow = () => lengthNow() - before < OWN_LIMITS.bodyPaceBytes
  const endEach = timers.every(paceMs, () => {
    // A busy loop runs timers before it reads its sockets, so data that has arrived by now still counts.
    if (isSlow()) void yieldToEventLoop().then(() => (isSlow() ? isLate(paceMs) : (before = lengthNow())))
    else before = lengthNow()
  })
  return {
    /** The time limit that the body exceeded; null while it is within both. */
    lateMs: () => late,
    end(): void {
      endWhole()
      endEach()
    },
  }
}

const limitExceeded = (passed: keyof typeof PASSED) =>
  new AppError('body_limit_exceeded', { what: PASSED[passed] }, { fields: [{ path: '', message: PASSED[passed] }] })

/**
 * Chunks that arrive during a pause are merged and can no longer be counted, so a body of nothing but tiny chunks is refused before its
 * first pause.
 */
const PIECES_A_TURN = OWN_LIMITS.bodyTinyPiecesMax + 1

/** Smaller chunks are copied together: as objects of their own they would take far more memory than their bytes. */
const SMALL_BYTES = 16_384
const BLOCK_BYTES = 65_536

/** Collects chunks, which become empty or belong to it, in little more memory than their bytes. */
function gatherPieces() {
  const blocks: Uint8Array[] = []
  let block: Uint8Array | null = null
  let [blockLength, length] = [0, 0]
  const closeBlock = () => {
    if (block) blocks.push(block.subarray(0, blockLength))
    block = null
    blockLength = 0
  }
  return {
    add(piece: Uint8Array): void {
      length += piece.length
      // The first chunk is usually the whole body.
      if (length === piece.length || piece.length >= SMALL_BYTES) {
        closeBlock()
        blocks.push(piece)
        return
      }
      if (blockLength + piece.length > BLOCK_BYTES) closeBlock()
      block ??= new Uint8Array(BLOCK_BYTES)
      block.set(piece, blockLength)
      blockLength += piece.length
      freeBytes(piece)
    },
    joined(): Uint8Array {
      closeBlock()
      if (blocks.length === 1) return blocks[0]!
      const bytes = new Uint8Array(length)
      let at = 0
      for (const part of blocks) {
        bytes.set(part, at)
        at += part.length
        freeBytes(part)
      }
      return bytes
    },
    free(): void {
      closeBlock()
      blocks.forEach(freeBytes)
    },
  }
}

/** Frees the memory now; garbage collection would come much later. */
export const freeBytes = ({ buffer }: Uint8Array): void => void (buffer as ArrayBuffer).transfer(0)
