import { type Child, h } from '../dom.ts'

/** A text to sign, unchanged, whose lines end between its parts: after a colon, and in a part only where that is longer than a line. */
export const textParts = (text: string): Child[] => text.split(/(?<=:)/).map((part) => h('span', { class: 'message-part' }, part))
