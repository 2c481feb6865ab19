/** What sort of failure this is; http/answers/problem.ts gives each its status. */
export type ErrorKind =
  | 'invalid'
  | 'refused'
  | 'unauthenticated'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'method'
  | 'conflict'
  | 'too_large'
  | 'media_type'
  | 'timeout'
  | 'rate_limited'
  | 'unavailable'
  | 'internal'

/** One entry of the catalogue. */
export interface ErrorEntry {
  readonly kind: ErrorKind
  /** Public sentence; `{name}` shows that value of the context, and no other value is ever shown. */
  readonly detail: string
  /** What the caller does next; `{name}` as in `detail`. */
  readonly fix: string
  /**
   * Values as a caller might meet them: one for each `{name}`, and those that only appear in headers or members of the answer. Their
   * names and types are the context that `new AppError` requires for this code.
   */
  readonly example?: Readonly<Record<string, string | number>>
  /** Broken fields that the documented example names. */
  readonly exampleErrors?: readonly { readonly path: string; readonly message: string }[]
}

/** Names of the `{name}`s of a sentence; braces around quoted JSON are text. */
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}"${string}` ? never : Name) | NamesIn<Rest>
  : never

/** Requires the entry's example to have each value that its sentences show. */
type Complete<Entry extends ErrorEntry> = [NamesIn<Entry['detail'] | Entry['fix']>] extends [never]
  ? unknown
  : { readonly example: Readonly<Record<NamesIn<Entry['detail'] | Entry['fix']>, string | number>> }

/** The entries unchanged; an entry whose example lacks a value does not compile. */
export const errorEntries = <const Entries extends Readonly<Record<string, ErrorEntry>>>(
  entries: Entries & { readonly [Code in keyof Entries]: Complete<Entries[Code]> },
): Entries => entries
