import { byId } from './dom.ts'

/** What was looked for and is not here stands in the field, to be mended. */
export function showAsked(text: string): void {
  ;(byId('payee') as HTMLInputElement).value = text
}
