import { type ErrorEntry, type ErrorKind, ERRORS } from './error-catalogue.ts'

/** Stable machine-readable name of an error. */
export type ErrorCode = keyof typeof ERRORS

/** Every code, in the order of the catalogue. */
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[]

/** True for a code of the catalogue. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

/** One broken rule: `path` is a JSON pointer into the body, query or headers. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

/** The values of an error that has none. */
type NoContext = Readonly<Record<string, never>>

type Widened<Value> = Value extends number ? number : string

/** The values that an error of this code is made with. */
export type ErrorContext<Code extends ErrorCode> = Code extends ErrorCode
  ? (typeof ERRORS)[Code] extends { readonly example: infer Example }
    ? { readonly [Name in keyof Example]: Widened<Example[Name]> }
    : NoContext
  : never

/** A code with its values, as it is kept of what failed. */
export type Failure = { readonly [Code in ErrorCode]: { readonly code: Code; readonly context: ErrorContext<Code> } }[ErrorCode]

/** Codes that are made without a value. */
type PlainCode = { [Code in ErrorCode]: ErrorContext<Code> extends NoContext ? Code : never }[ErrorCode]

interface AppErrorOptions extends ErrorOptions {
  readonly fields?: readonly FieldError[]
}

interface AppErrorOf<Code extends ErrorCode> extends Error {
  readonly name: 'AppError'
  /** Public and never renamed. */
  readonly code: Code
  readonly kind: (typeof ERRORS)[Code]['kind']
  /** Only what the catalogue's sentences name is shown. */
  readonly context: ErrorContext<Code>
  /** What the caller does next, with its values in it; `message` is the other sentence. */
  readonly fix: string
  /** Broken fields, for `validation_invalid` and its kin. */
  readonly fields: readonly FieldError[]
}

/** The one error that domain and features throw: its code says which values it has. `cause` stays in the log. */
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

/** Its type is given by hand, since a class cannot say that its constructor's arguments depend on each other. */
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
} as unknown as AppErrorConstructor

/** The sentence with its values in it. A row of an earlier version may lack one, which stays as it is then. */
const filled = (sentence: string, context: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(context[name] ?? hole))

/** An error of this code as a caller might meet it, for documents. */
export function exampleOf(code: ErrorCode): AppError {
  const { example = {}, exampleErrors = [] }: ErrorEntry = ERRORS[code]
  return new AppError(code, example as Failure['context'], { fields: exampleErrors })
}

/** A failure as it may be kept and shown for good: others had a hand in some of its values. */
export function struckFailure({ code, context }: Failure, strikeOut: (text: string) => string): Failure {
  const struck = Object.entries(context).map(([name, value]) => [name, typeof value === 'string' ? strikeOut(value) : value])
  return { code, context: Object.fromEntries(struck) } as Failure
}

/** A `validation_invalid` that names each broken field. */
export function invalidFields(fields: readonly FieldError[]): AppError {
  const first = fields[0]
  const pointed = first ? `${first.path || 'the body'} ${first.message}` : 'none'
  return new AppError('validation_invalid', { count: fields.length, first: pointed }, { fields })
}
