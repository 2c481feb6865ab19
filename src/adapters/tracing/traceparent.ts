/** What names a span, here or at whoever called. */
export interface SpanContext {
  /** 32 hex characters. */
  readonly traceId: string
  /** 16 hex characters. */
  readonly spanId: string
  /** False where whoever began the trace keeps nothing of it. */
  readonly sampled: boolean
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const ZEROS = /^0+$/

/**
 * The span that a header names; undefined for one that is missing, malformed or of no known kind.
 * @see https://www.w3.org/TR/trace-context
 */
export function spanContextOf(header: string | null): SpanContext | undefined {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(header ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (ZEROS.test(traceId!) || ZEROS.test(spanId!)) return undefined
  return { traceId: traceId!, spanId: spanId!, sampled: (Number.parseInt(flags!, 16) & 1) === 1 }
}

/** The header that names this span. */
export const traceparentOf = ({ traceId, spanId, sampled }: SpanContext): string => `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`
