import { h } from '../lib/dom.ts'
import { noticeBox } from '../lib/signing/notices.ts'

/** What a signature asks for. */
export interface Wish {
  /** What the signed text begins with. */
  readonly verb: string
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  /** What the choice is called, before anything is signed. */
  readonly choice: string
  readonly heading: string
  readonly words: HTMLElement
  readonly button: string
}

/** What the owner of a listing may ask for. */
export const wishes = (): Readonly<Record<WishName, Wish>> => ({
  referrals: {
    verb: 'svc-kol-referrals',
    method: 'GET',
    path: '/api/kol/referrals',
    choice: 'See my referral code',
    heading: 'Your referral code',
    words: h('p', null, 'One signature shows it, and what it earned. Nothing is spent.'),
    button: 'Sign to see your code',
  },
  optOut: {
    verb: 'svc-kol-opt-out',
    method: 'POST',
    path: '/api/kol/opt-out',
    choice: 'Opt out of the directory',
    heading: 'Opt out of the directory',
    words: noticeBox({
      tone: 'warn',
      title: 'Only the operator can list you again',
      text: 'We stop listing you; plans that name you show a warning. Coins already launched keep paying you, and so do plans already approved.',
    }),
    button: 'Sign to opt out',
  },
})

/** What may be asked for. */
export type WishName = 'referrals' | 'optOut'
