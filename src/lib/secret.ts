const HIDDEN = '[secret]'
const inspect: unique symbol = Symbol.for('nodejs.util.inspect.custom') as never

/**
 * Holds a value that no log line, JSON text, template string or inspection can show. `reveal` is the only accessor, so that every use is
 * found by that name.
 */
export class Secret<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  /** The value itself: for signing, sealing and comparing, never for output. */
  reveal(): T {
    return this.#value
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [Symbol.toPrimitive](): string {
    return HIDDEN
  }

  [inspect](): string {
    return HIDDEN
  }
}
