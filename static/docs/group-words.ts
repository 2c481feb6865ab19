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
  discovery: { title: 'Start here', about: 'What this service is and takes.' },
  keys: { title: 'API keys', about: 'Claim, change, rotate and revoke a key.' },
  'dry-run': { title: 'Plan and approve', about: 'See what a launch costs and pays; have it approved.' },
  launch: { title: 'Launch', about: 'Launch a coin and lock its fee split.' },
  'fee-share': { title: 'Fees and payouts', about: 'See, repair and pay out a fee split.' },
  coins: { title: 'Coins', about: 'Find a coin, with its price, trades, holders and picture.' },
  kols: { title: 'KOL directory', about: 'Look up who can be paid, and what referrals earned.' },
  credits: { title: 'Prepaid calls', about: 'Pay once for many calls.' },
  autohire: { title: 'Pick a crew', about: 'Let the service choose the KOLs for a coin.' },
  webhooks: { title: 'Webhooks', about: 'Have signed messages sent to you.' },
  messages: { title: 'Messages', about: 'What arrives at a webhook.' },
  record: { title: 'Public record', about: 'What was launched and paid, for everyone to read.' },
  jobs: { title: 'Jobs', about: 'Have creative work done for a coin, paid through escrow.' },
  simulated: { title: 'Simulated chain', about: 'Trade, graduate and move time.' },
  operating: { title: 'Operating', about: 'Health, figures and repairs.' },
}
