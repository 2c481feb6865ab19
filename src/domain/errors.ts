import { withoutTokens } from '../lib/logger.ts'
import type { FieldError } from './errors/field-error.ts'
import type { ErrorEntry, ErrorKind } from './errors/error-entries.ts'
import { ERRORS } from './errors/error-catalogue.ts'

/** Stable machine-readable name of an error. */
export type ErrorCode = keyof typeof ERRORS

/** Every code, in the order of the catalogue. */
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[]

/** True for a code of the catalogue. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

/** The values of an error that has none. */
type NoContext = Readonly<Record<string, never>>

type Widened<Value> = Value extends number ? number : string

/** The values that an error of this code is made with. */
export type ErrorContext<Code extends ErrorCode> = Code extends ErrorCode
  ? (typeof ERRORS)[Code] extends { readonly example: infer Example }
    ? { readonly [Name in keyof Example]: Widened<Example[Name]> }
    : NoContext
  : never

/** A code with its values, as it is stored for what failed. */
export type Failure = { readonly [Code in ErrorCode]: { readonly code: Code; readonly context: ErrorContext<Code> } }[ErrorCode]

/** Codes whose sentences have no values. */
type PlainCode = { [Code in ErrorCode]: ErrorContext<Code> extends NoContext ? Code : never }[ErrorCode]

interface AppErrorOptions extends ErrorOptions {
  readonly fields?: readonly FieldError[]
}

interface AppErrorOf<Code extends ErrorCode> extends Error {
  readonly name: 'AppError'
  /** Public and never renamed. */
  readonly code: Code
  readonly kind: Extract<(typeof ERRORS)[Code], ErrorEntry>['kind']
  /** Only the values that the catalogue's sentences name are shown. */
  readonly context: ErrorContext<Code>
  /** What the caller does next, with its values in it; `message` is the other sentence. */
  readonly fix: string
  /** Broken fields, for `validation_invalid` and its kin. */
  readonly fields: readonly FieldError[]
  /** The same error with these fields in the place of its own. */
  withFields(fields: readonly FieldError[]): AppErrorOf<Code>
}

/** The one error that domain and features throw: the code determines the type of its context. `cause` goes to the log only. */
export type AppError = { readonly [Code in ErrorCode]: AppErrorOf<Code> }[ErrorCode]

interface AppErrorConstructor {
  new <Code extends ErrorCode>(
    code: Code,
    ...rest: [Code] extends [PlainCode]
      ? [context?: NoContext, options?: AppErrorOptions]
      : [context: ErrorContext<Code>, options?: AppErrorOptions]
  ): Extract<AppError, { readonly code: Code }>
  readonly prototype: AppError
}

/** Typed by hand, since a class cannot express that its constructor's arguments depend on each other. */
export const AppError = class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly context: Failure['context']
  readonly fix: string
  readonly fields: readonly FieldError[]

  constructor(code: ErrorCode, context: Failure['context'] = {}, options: AppErrorOptions = {}) {
    const entry: ErrorEntry = ERRORS[code]
    super(filled(entry.detail, context), options)
    this.code = code
    this.kind = entry.kind
    this.context = context
    this.fix = filled(entry.fix, context)
    this.fields = options.fields ?? []
  }

  withFields(fields: readonly FieldError[]): AppError {
    return new AppError(this.code, this.context, { cause: this.cause, fields })
  }
} as unknown as AppErrorConstructor

/** The sentence with its values filled in. A row of an earlier version may lack a value, whose placeholder then stays. */
const filled = (sentence: string, context: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(context[name] ?? hole))

/** An error of this code as a caller might meet it, for documents. */
export function exampleOf(code: ErrorCode): AppError {
  const { example = {}, exampleErrors = [] }: ErrorEntry = ERRORS[code]
  return new AppError(code, example as Failure['context'], { fields: exampleErrors })
}

/** The failure with secrets redacted from its values, so that it can be stored and shown: some values come from outside. */
export function redactedFailure({ code, context }: Failure, redact: (text: string) => string): Failure {
  const redacted = Object.entries(context).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value])
  return { code, context: Object.fromEntries(redacted) } as Failure
}

/** A `validation_invalid` that names each broken field; a name as long as a key, which may be one sent by mistake, is left out. */
export function invalidFields(broken: readonly FieldError[]): AppError {
  const fields = broken.map(({ path, message }) => ({ path: withoutTokens(path), message }))
  const [first = { path: '', message: 'is not what this call takes' }, ...others] = fields
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return new AppError('validation_invalid', { problems: `${first.path || 'the body'} ${first.message}${more}` }, { fields })
}

/**
 * The refusal of a request with further fields of the same request that are wrong, so that a caller corrects all at once; its code stays
 * that of the first. Any other error as it is.
 */
export function withMoreFields(error: unknown, more: readonly FieldError[]): unknown {
  if (!(error instanceof AppError) || error.kind !== 'invalid' || error.fields.length === 0) return error
  const known = new Set(error.fields.map(({ path, message }) => `${path} ${message}`))
  const added = more.filter(({ path, message }) => !known.has(`${path} ${message}`))
  if (added.length === 0) return error
  const fields = [...error.fields, ...added]
  if (error.code === 'validation_invalid') return invalidFields(fields)
  return error.withFields(fields)
}
