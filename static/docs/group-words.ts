import type { RouteTag } from '../../src/domain/text/route-tags.ts'

/** What a group of calls is called, and what one does with it. */
export interface GroupWords {
  readonly title: string
  readonly about: string
}

/** The group of what the service sends by itself; its calls are messages. */
export const MESSAGES = 'messages'

/** The groups in the order in which one comes to need them. */
export const GROUP_WORDS: Readonly<Record<RouteTag | typeof MESSAGES, GroupWords>> = {
  discovery: { title: 'Start here', about: 'What this service is, what it takes, and how a program finds its way.' },
  keys: { title: 'API keys', about: 'Claim a key, change what it may do, rotate it, and revoke it.' },
  'dry-run': { title: 'Plan and approve', about: 'See what a launch would cost and pay, and have a person approve it.' },
  launch: { title: 'Launch', about: 'Launch a coin and lock its fee split, with your key or with a wallet of your own.' },
  'fee-share': { title: 'Fees and payouts', about: 'See whether a split is locked, repair it, and pay out what has gathered.' },
  coins: { title: 'Coins', about: 'Find a coin, with its price, trades, holders and picture.' },
  kols: { title: 'KOL directory', about: 'Look up who can be paid, and what referrals earned.' },
  credits: { title: 'Prepaid calls', about: 'Pay once for many calls, see what is left, and have it paid back.' },
  autohire: { title: 'Pick a crew', about: 'Let the service choose the KOLs for a coin.' },
  webhooks: { title: 'Webhooks', about: 'Have signed messages sent to you when something happens.' },
  messages: { title: 'Messages', about: 'What arrives at a webhook, by the name of the event.' },
  record: { title: 'Public record', about: 'What was launched and paid, for everyone to read.' },
  jobs: { title: 'Jobs', about: 'Have creative work done for a coin, paid through escrow.' },
  simulated: { title: 'Simulated chain', about: 'Trade, graduate and move time, where no real chain is used.' },
  operating: { title: 'Operating', about: 'For whoever runs this service: health, figures and repairs.' },
}
