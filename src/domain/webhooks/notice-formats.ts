import type { Notice } from './notice.ts'

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
} as const satisfies Readonly<Record<string, (notice: Notice) => object>>

/** Discord takes 2,000 characters: so many, each with a backslash, and the page behind them. */
const TEXT_CHARACTERS_MAX = 800

/** One of the names in NOTICE_BODIES. */
export type NoticeFormat = keyof typeof NOTICE_BODIES

/** The names of NOTICE_BODIES. */
export const NOTICE_FORMATS = Object.keys(NOTICE_BODIES) as readonly NoticeFormat[]

/** The sentence on one line, no longer than every chat takes with each character escaped, and the page on a line of its own. */
function lines({ text, url }: Notice, escape: (text: string) => string): string {
  const plain = text.replaceAll(/\s+/gu, ' ').trim()
  const characters = [...plain]
  const short = characters.length <= TEXT_CHARACTERS_MAX ? plain : `${characters.slice(0, TEXT_CHARACTERS_MAX - 1).join('')}\u2026`
  return url === null ? escape(short) : `${escape(short)}\n${url}`
}
