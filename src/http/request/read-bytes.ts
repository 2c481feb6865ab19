import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { createJsonScan, type JsonLimits } from '../../lib/json-scan.ts'
import type { HeldBytes } from './body-memory.ts'
import { nextTurn } from '../../lib/next-turn.ts'

const JSON_LIMITS: JsonLimits = {
  values: LIMITS.bodyValuesMax,
  depth: LIMITS.bodyDepthMax,
  nameBytes: LIMITS.bodyNameBytesMax,
  numberBytes: LIMITS.bodyNumberBytesMax,
}

/** What a limit is called in a refusal. */
const PASSED: Readonly<Record<keyof JsonLimits | 'pieces', string>> = {
  values: `has more than ${LIMITS.bodyValuesMax} values`,
  depth: `is nested deeper than ${LIMITS.bodyDepthMax}`,
  nameBytes: `has a field name of more than ${LIMITS.bodyNameBytesMax} bytes`,
  numberBytes: `has a number of more than ${LIMITS.bodyNumberBytesMax} bytes`,
  pieces: `comes in more than ${LIMITS.bodyTinyPiecesMax} pieces of less than ${LIMITS.bodyTinyPieceBytes} bytes`,
}

/** What is read of a body at most, how long it may take in all and for each 64 KiB, and what counts its bytes. */
export interface Reading {
  readonly maxBytes: number
  readonly deadlineMs: number
  readonly paceMs: number
  readonly held: HeldBytes
}

/**
 * Every byte of the body, counted and scanned as it comes. What is left of a refused one is not read. A body in many
 * pieces is read about two thousand of them in each turn of the event loop, and others are answered in between; of tiny pieces, each
 * of which costs hundreds of times its bytes, only so many are taken.
 *
 * @throws AppError body_too_large | body_limit_exceeded | body_too_slow | body_memory_exceeded
 */
export async function readBytes(body: ReadableStream<Uint8Array>, { maxBytes, deadlineMs, paceMs, held }: Reading): Promise<Uint8Array> {
  const reader = body.getReader()
  const scan = createJsonScan(JSON_LIMITS)
  const pieces = gatherPieces()
  let [length, count, tiny] = [0, 0, 0]
  const cancel = () => void reader.cancel().catch(() => {})
  // The read that waits ends with it. To race each read against one promise would hang something on that promise for each.
  const pace = watchPace({ deadlineMs, paceMs, lengthNow: () => length, cancel })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lateMs = pace.lateMs()
      if (lateMs !== null) throw new AppError('body_too_slow', { seconds: Math.ceil(lateMs / 1_000) })
      if (done) return pieces.joined()
      count += 1
      length += value.length
      if (length > maxBytes) throw new AppError('body_too_large', { maxBytes })
      if (value.length < LIMITS.bodyTinyPieceBytes) tiny += 1
      if (tiny > LIMITS.bodyTinyPiecesMax) throw limitExceeded('pieces')
      held.add(value.length)
      const passed = scan.push(value)
      if (passed) throw limitExceeded(passed)
      pieces.add(value)
      if (count % PIECES_A_TURN === 0) await nextTurn()
    }
  } catch (error) {
    pieces.free()
    cancel()
    throw error
  } finally {
    pace.end()
  }
}

/** Calls `cancel` when the body is late: it has not come to its end in time, or brings less than 64 KiB in `paceMs`. */
function watchPace({
  deadlineMs,
  paceMs,
  lengthNow,
  cancel,
}: Pick<Reading, 'deadlineMs' | 'paceMs'> & { lengthNow: () => number; cancel: () => void }) {
  let late: number | null = null
  let before = 0
  const isLate = (ms: number) => {
    late ??= ms
    cancel()
  }
  const whole = setTimeout(isLate, deadlineMs, deadlineMs)
  const isSlow = () => lengthNow() - before < LIMITS.bodyPaceBytes
  const each = setInterval(() => {
    // A busy loop runs its timers before it reads its sockets: what has come by now counts.
    if (isSlow()) setImmediate(() => (isSlow() ? isLate(paceMs) : (before = lengthNow())))
    else before = lengthNow()
  }, paceMs)
  return {
    /** Which of its times the body did not keep; null while it keeps both. */
    lateMs: () => late,
    end(): void {
      clearTimeout(whole)
      clearInterval(each)
    },
  }
}

const limitExceeded = (passed: keyof typeof PASSED) =>
  new AppError('body_limit_exceeded', { what: PASSED[passed] }, { fields: [{ path: '', message: PASSED[passed] }] })

/**
 * What comes while others have their turn is one piece afterwards and cannot be counted any more: a body of tiny pieces alone is
 * refused before its first pause.
 */
const PIECES_A_TURN = LIMITS.bodyTinyPiecesMax + 1

/** A piece below this is copied beside others: as an object of its own it would take far more than its bytes. */
const SMALL_BYTES = 16_384
const BLOCK_BYTES = 65_536

/** Takes pieces of bytes, which are empty from then on or belong to it, in little more memory than the bytes. */
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
      // The first alone is most often the whole body.
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

/** Gives the memory back now: the collector comes much later, and bodies come one after the other. */
export const freeBytes = ({ buffer }: Uint8Array): void => void (buffer as ArrayBuffer).transfer(0)
