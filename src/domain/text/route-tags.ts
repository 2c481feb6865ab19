/** The groups of routes, each with what it is about. */
export const ROUTE_TAGS = {
  discovery: 'Where a client begins.',
  operating: 'For whoever runs the service.',
  keys: 'Claim, mint and revoke API keys.',
  'dry-run': 'What a launch would do, and its approval by a person.',
  launch: 'Launch a coin and lock its fees.',
  'fee-share': 'Status, repair and distribution of a coin’s fees.',
  coins: 'Coins, their pictures and metadata.',
  jobs: 'Creative work for a coin, paid through escrow on test rails; where jobs are switched off all of it is 404.',
  record: 'What this service did, for everyone to read.',
  credits: 'Prepaid calls, where payments are taken.',
  autohire: 'A crew for a coin, out of the directory.',
  kols: 'The directory of KOLs, and their referrals.',
  webhooks: 'Messages about coins, signed.',
  simulated: 'Controls of the simulated chain; 404 where a real one is used.',
}

/** The name of a group of routes. */
export type RouteTag = keyof typeof ROUTE_TAGS

/** Every group of routes. */
export const ROUTE_TAG_NAMES = Object.keys(ROUTE_TAGS) as readonly RouteTag[]
