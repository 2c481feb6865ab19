// Not the OpenTelemetry SDK: what is needed of it is this file.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Secret } from '../../lib/secret.ts'
import type { IdSource, MachineTime } from '../../ports/clock.ts'
import type { NoteOfSpan, SpanAttributes, SpanStart, Tracer } from '../../ports/tracer.ts'
import { abortAfter } from '../abort-after.ts'
import { type SpanContext, spanContextOf, traceparentOf } from './traceparent.ts'

/** Spans that wait; of more the newest are dropped. */
const QUEUE_MAX = 2_048
const BATCH_MAX = 512
const EVERY_MS = 2_000
const EXPORT_TIMEOUT_MS = 5_000

const KINDS = { internal: 1, server: 2, client: 3 } as const
const STATUS_ERROR = 2

/** Where spans are sent, and of whom they are. */
export interface OtlpOptions {
  /** The collector's base address; `/v1/traces` is added. May contain a password. */
  readonly endpoint: Secret<string>
  readonly serviceName: string
  readonly commit: string
  readonly time: MachineTime
  readonly ids: Pick<IdSource, 'hex'>
}

/**
 * Sends spans as OTLP/JSON, a batch every two seconds; a batch that is not taken is dropped. Asks nobody until there is a span.
 * @see https://opentelemetry.io/docs/specs/otlp/#otlphttp
 */
export function createOtlpTracer({ endpoint, serviceName, commit, time, ids }: OtlpOptions): Tracer {
  const { clock, timers } = time
  const present = new AsyncLocalStorage<SpanContext>()
  const url = `${endpoint.reveal().replace(/\/$/, '')}/v1/traces`
  const resource = { attributes: attributesOf({ 'service.name': serviceName, 'service.version': commit }) }
  const queue: object[] = []
  let sending: Promise<void> | null = null

  const sendBatch = async (): Promise<void> => {
    const spans = queue.splice(0, BATCH_MAX)
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'agent-launch' }, spans }] }] })
    const headers = { 'content-type': 'application/json' }
    const signal = abortAfter(timers, EXPORT_TIMEOUT_MS)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
    await response.body?.cancel()
  }
  const sendAll = async (): Promise<void> => {
    while (queue.length > 0) await sendBatch()
  }
  const flush = (): void => {
    if (sending || queue.length === 0) return
    // Nobody waits for a collector, and one that is down is asked again with what comes later.
    sending = sendAll()
      .catch(() => {})
      .finally(() => (sending = null))
  }
  const stop = timers.every(EVERY_MS, flush, { idle: true })

  /** Begins a span; `end` queues it unless the caller of the service asked for no trace. */
  const begin = ({ name, kind, attributes = {}, parent }: SpanStart) => {
    const above = parent === undefined ? present.getStore() : spanContextOf(parent)
    const context: SpanContext = { traceId: above?.traceId ?? ids.hex(32), spanId: ids.hex(16), sampled: above?.sampled ?? true }
    const noted = { name, attributes }
    const note: NoteOfSpan = (later, more) => void Object.assign(noted, { name: later, attributes: { ...noted.attributes, ...more } })
    const [startMs, startedMs] = [clock.machineMs(), clock.elapsedMs()]
    const end = (failed: boolean): void => {
      if (!context.sampled || queue.length >= QUEUE_MAX) return
      queue.push({
        traceId: context.traceId,
        spanId: context.spanId,
        ...(above ? { parentSpanId: above.spanId } : {}),
        name: noted.name,
        kind: KINDS[kind],
        startTimeUnixNano: nanosOf(startMs),
        endTimeUnixNano: nanosOf(startMs + clock.elapsedMs() - startedMs),
        attributes: attributesOf(noted.attributes),
        status: failed ? { code: STATUS_ERROR } : {},
      })
    }
    return { context, note, end }
  }

  return {
    span<Result>(start: SpanStart, work: (note: NoteOfSpan) => Result): Result {
      const { context, note, end } = begin(start)
      let result: Result
      try {
        result = present.run(context, () => work(note))
      } catch (error) {
        end(true)
        throw error
      }
      if (!(result instanceof Promise)) {
        end(false)
        return result
      }
      void result.then(
        () => end(false),
        () => end(true),
      )
      return result
    },
    headers: (): Record<string, string> => {
      const context = present.getStore()
      return context ? { traceparent: traceparentOf(context) } : {}
    },
    async close() {
      stop()
      flush()
      const late = Promise.withResolvers<void>()
      const endWait = timers.after(EXPORT_TIMEOUT_MS, late.resolve)
      await Promise.race([sending, late.promise])
      endWait()
    },
  }
}

const nanosOf = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

const attributesOf = (attributes: SpanAttributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  }))
