import { type Static, Type } from '@sinclair/typebox'

/** Calls a minute: `perKey` by the caller's key, `perAddress` by its network address. */
export const RateRule = Type.Object({ perKey: Type.Optional(Type.Integer()), perAddress: Type.Optional(Type.Integer()) })

RateRule.title = 'RateRule'

export type RateRule = Readonly<Static<typeof RateRule>>

/** One rule for each group of routes. @see rules 8, rules 10 */
export const RATES = {
  autohire: { perKey: 30, perAddress: 60 },
  'dry-run': { perKey: 60, perAddress: 120 },
  launch: { perKey: 5, perAddress: 10 },
  // Replays by a known idempotency key do not count in the route's own rate, and have this bound instead.
  replays: { perKey: 60, perAddress: 120 },
  'launch-submit': { perKey: 20, perAddress: 40 },
  status: { perKey: 60 },
  'wire-fees': { perKey: 10 },
  'lock-holder-kol': { perKey: 10 },
  crank: { perKey: 20 },
  launches: { perKey: 60 },
  featured: { perKey: 30 },
  webhooks: { perKey: 30 },
  'webhook-reads': { perKey: 60 },
  keys: { perKey: 60 },
  operator: { perKey: 240 },
  claim: { perAddress: 30 },
  'public-read': { perAddress: 300 },
  // A page and its assets.
  pages: { perAddress: 600 },
  // A board shows a hundred pictures at once.
  pictures: { perAddress: 3_000 },
  approve: { perAddress: 10 },
  'dry-run-view': { perAddress: 60 },
  jobs: { perKey: 30, perAddress: 60 },
  // Buying a prepaid balance, reading it and having it paid back.
  credits: { perKey: 30, perAddress: 60 },
  referrals: { perAddress: 30 },
  simulated: { perAddress: 600 },
  // Each call of a tool counts for its route besides. A hosted assistant has few addresses for all of its users.
  mcp: { perAddress: 1_200 },
  // So has it where it registers and fetches keys.
  oauth: { perAddress: 300 },
  // A person who connects a client.
  authorize: { perAddress: 30 },
} as const satisfies Record<string, RateRule>

/** A group of routes that share a rate limit: one of the names in RATES. */
export type RateGroup = keyof typeof RATES
