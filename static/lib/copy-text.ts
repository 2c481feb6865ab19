import { h } from './dom.ts'

/** True once the clipboard has the text. Without https (a service on a LAN) there is no API for it; the old command still works there. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Refused: the command below may still be allowed.
    }
  }
  const area = h('textarea', { class: 'spoken', readonly: true, 'aria-hidden': 'true' })
  area.value = text
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  return copied
}
