import type { BuybackScene } from './buyback-scene.ts'

/** The state of the buyback that is under way; null when none is. */
export const journal = async ({ app, mint }: BuybackScene) =>
  (await app.deps.storage.operations.findUnfinished('buyback', mint))?.state ?? null

/** Every event that a buyback of the coin left. */
export const recordedEvents = async ({ app, mint }: BuybackScene) =>
  (await app.deps.storage.events.list(mint)).filter(({ type }) => type === 'buyback.executed')
