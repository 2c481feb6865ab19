import { byId } from './dom.ts'

/** What was looked for and is not here stands in the field, to be mended. */
export function showAsked(text: string): void {
  const field = byId('payee') as HTMLInputElement
  field.value = text
  field.setAttribute('aria-invalid', 'true')
  field.addEventListener('input', () => field.removeAttribute('aria-invalid'), { once: true })
}
