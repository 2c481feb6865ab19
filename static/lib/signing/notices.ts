import { type Child, h } from '../dom.ts'
import { icon } from '../icons.ts'
import { OtherTextSigned } from './wallets.ts'

/** Something that a person must know: what happened, and what to do now. */
export interface Notice {
  readonly tone: 'error' | 'warn' | 'info' | 'done'
  readonly title: string
  readonly text: string
  /** The same in one line, where a phone has no more; without it the first sentence of the text. */
  readonly brief?: string
}

/** A notice that a screen reader says at once. */
export const noticeBox = ({ tone, title, text }: Notice, ...actions: readonly Child[]): HTMLElement =>
  h(
    'div',
    { class: `notice notice-${tone}`, role: tone === 'info' || tone === 'done' ? 'status' : 'alert' },
    tone !== 'info' && icon(tone === 'done' ? 'check' : 'warn'),
    h('strong', null, title),
    text !== '' && h('p', null, text),
    ...actions,
  )

/** What a phone has room for beside the title. */
export const briefOf = ({ text, brief }: Notice): string => brief ?? /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text

/** No answer arrived. */
export const OFFLINE: Notice = {
  tone: 'error',
  title: 'No connection to the service',
  text: 'Check your connection. This page tries again by itself.',
}

/** Why a wallet did not connect. */
export const notConnected = (walletName: string, error: unknown): Notice =>
  wasClosed(error)
    ? CLOSED
    : wasDeclined(error)
      ? { tone: 'info', title: 'You did not connect.', text: 'Nothing happened.' }
      : { tone: 'error', title: `${walletName} did not connect`, text: 'Unlock it, then try again.' }

/** Why a wallet did not sign. */
export function notSigned(walletName: string, error: unknown): Notice {
  if (error instanceof OtherTextSigned) {
    return {
      tone: 'error',
      title: 'The wallet signed another text',
      text: 'What it says that it signed is not the text that this page showed, nor that text in Solana’s envelope. Use another wallet or account.',
    }
  }
  if (wasClosed(error)) return CLOSED
  return wasDeclined(error)
    ? { tone: 'info', title: 'Not signed.', text: 'Nothing happened.' }
    : { tone: 'error', title: `${walletName} did not sign`, text: 'Nothing happened. Unlock the wallet, then try again.' }
}

const CLOSED: Notice = { tone: 'info', title: 'The wallet window was closed. Nothing was signed.', text: '' }

const wasClosed = (error: unknown): boolean => /clos(e|ing)/i.test(String((error as { message?: unknown } | null)?.message ?? ''))

// 4001 is the code of EIP-1193 for "the user said no"; the standard has none of its own.
function wasDeclined(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === 4001 || /reject|declin|denied|cancel/i.test(String(message ?? ''))
}
