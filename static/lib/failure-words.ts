import { type Child, foreign, h } from './dom.ts'

/** A sentence that ends with the bare name of an error, as chains give it: `… refused the launch: TransactionTooLarge.` */
const NAMED = /^(.+): ([A-Z]\w*[a-z]\w*)\.$/s

/** The sentence alone. */
export function failureSentence(detail: string): string {
  const [, sentence] = NAMED.exec(detail) ?? []
  return sentence ? `${sentence}.` : detail
}

/** The name of the error that it ends with; null where it has none. */
export const failureName = (detail: string): string | null => NAMED.exec(detail)?.[2] ?? null

/** Why something failed, as a sentence; the name of the error, where it ends with one, stands small behind it. */
export function failureWords(detail: string): Child[] {
  const [, sentence, name] = NAMED.exec(detail) ?? []
  return sentence && name ? [foreign(`${sentence}.`), ' ', h('code', { class: 'failure-name' }, foreign(name))] : [foreign(detail)]
}
