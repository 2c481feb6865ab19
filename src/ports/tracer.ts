/** What a span is of, known when it begins. */
export interface SpanStart {
  readonly name: string
  /** An incoming request, a call of somebody outside, or work inside. */
  readonly kind: 'server' | 'client' | 'internal'
  /** Names, positions and states: never a secret, and nothing that a caller wrote. */
  readonly attributes?: SpanAttributes
  /** The `traceparent` that a request came with; anything but a valid one is ignored. Without this the span belongs to the present one. */
  readonly parent?: string | null
}

/** What is said of a span, by OpenTelemetry's names where it has one. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** Says what is known of a span only later. */
export type NoteOfSpan = (name: string, attributes: SpanAttributes) => void

/** Traces what the service does, where the operator named a collector. Nothing that the collector does is noticed by the work. */
export interface Tracer {
  /**
   * Does the work as a span, and returns its result, at once where that is there; what it throws marks the span.
   * @throws what the work throws
   */
  span<Result>(start: SpanStart, work: (note: NoteOfSpan) => Result): Result
  /**
   * The W3C header that names the present span to whom it calls; empty where nothing is traced.
   * @see https://www.w3.org/TR/trace-context
   */
  headers(): Readonly<Record<string, string>>
  /** Sends what is left, once, for at most five seconds. */
  close(): Promise<void>
}

const ignored: NoteOfSpan = () => {}

/** Traces nothing. */
export const noTracer: Tracer = {
  span: (_start, work) => work(ignored),
  headers: () => ({}),
  close: async () => {},
}
