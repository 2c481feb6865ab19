import { h } from '../lib/dom.ts'

/** Fields for keys and secrets. What is typed into one stands in all of its name, in the memory of this page alone. */
export interface SecretFields {
  /** A field for the header of this name. */
  field(id: string, header: string): HTMLInputElement
}

/** Fields that forget what they hold with the page. */
export function createSecretFields(): SecretFields {
  const held = new Map<string, string>()
  const fields = new Map<string, HTMLInputElement[]>()
  return {
    field(id, header) {
      const own = h('input', {
        id,
        class: 'field',
        type: 'password',
        placeholder: header === 'x-svc-api-key' ? 'svc_…' : '',
        autocomplete: 'off',
        spellcheck: 'false',
        maxlength: '4096',
      })
      own.value = held.get(header) ?? ''
      const same = fields.get(header) ?? []
      fields.set(header, [...same, own])
      own.addEventListener('input', () => {
        held.set(header, own.value)
        for (const other of fields.get(header) ?? []) if (other !== own) other.value = own.value
      })
      return own
    },
  }
}
