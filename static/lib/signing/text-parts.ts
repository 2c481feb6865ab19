import { type Child, h } from '../dom.ts'

/** A text to sign, unchanged, whose lines end between its parts: after a colon, and in a part only where that is longer than a line. */
export const textParts = (text: string): Child[] => text.split(/(?<=:)/).map((part) => h('span', { class: 'message-part' }, part))

/** The text, character by character, with the items of a list in lines of their own. */
const textLines = (text: string): Child[] =>
  text.split(/(?<=\n)/).map((line) => {
    const [, address, rest] = /^- ([^,]+)(.*)$/s.exec(line) ?? []
    return address ? h('span', { class: 'message-item' }, '- ', h('span', { class: 'message-address' }, address), rest) : line
  })

/** A text to sign: one of several lines as they are, one of a line in its parts. */
export const messageText = (text: string): Child[] => (text.includes('\n') ? textLines : textParts)(text)
