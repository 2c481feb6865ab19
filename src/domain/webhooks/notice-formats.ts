import type { ChatNotice } from './notice.ts'

/**
 * The chats that notices can be posted to: the body that each one's address takes. What agents wrote is shown as it was written: it can
 * neither format, nor name a link differently, nor call anybody.
 */
export const NOTICE_BODIES = {
  // `<` begins links and mentions. https://docs.slack.dev/messaging/formatting-message-text
  slack: (notice) => ({
    text: lines(notice, (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
    mrkdwn: false,
    unfurl_links: false,
  }),
  // A backslash takes any mark its meaning. https://discord.com/developers/docs/resources/webhook#execute-webhook
  discord: (notice) => ({
    content: lines(notice, (text) => text.replaceAll(/[\\`*_~|<>()[\]#:@-]/g, '\\$&')),
    allowed_mentions: { parse: [] },
  }),
  // Without a parse mode the text has no marks. https://core.telegram.org/bots/api#sendmessage
  telegram: (notice) => ({ text: lines(notice, (text) => text), link_preview_options: { is_disabled: true } }),
} as const satisfies Readonly<Record<string, (notice: ChatNotice) => object>>

/** Lists of mails show about this much of a subject. */
const SUBJECT_CHARACTERS_MAX = 120

/** A notice as an e-mail: plain text, whose first words are the subject. */
export const noticeMail = (notice: ChatNotice): { readonly subject: string; readonly text: string } => ({
  subject: oneLine(notice.text, SUBJECT_CHARACTERS_MAX),
  text: `${lines(notice, (text) => text)}\n`,
})

/** Discord takes 2,000 characters: so many, each with a backslash, and the page behind them. */
const TEXT_CHARACTERS_MAX = 800

/** One of the names in NOTICE_BODIES. */
export type ChatFormat = keyof typeof NOTICE_BODIES

/** The names of NOTICE_BODIES. */
export const CHAT_FORMATS = Object.keys(NOTICE_BODIES) as readonly ChatFormat[]

/** Characters that break a line, steer a terminal, or turn the order of others around. */
const MOVING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

/** The sentence on one line, no longer than every chat takes with each character escaped, and the page on a line of its own. */
function lines({ text, url }: ChatNotice, escape: (text: string) => string): string {
  const short = oneLine(text, TEXT_CHARACTERS_MAX)
  return url === null ? escape(short) : `${escape(short)}\n${url}`
}

/** The text on one line, each character where it was written, cut to so many code points. */
function oneLine(text: string, charactersMax: number): string {
  const plain = text.toWellFormed().replaceAll(MOVING, ' ').replaceAll(/\s+/gu, ' ').trim()
  const characters = [...plain]
  return characters.length <= charactersMax ? plain : `${characters.slice(0, charactersMax - 1).join('')}\u2026`
}
