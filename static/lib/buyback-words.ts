import type { BuybackView } from '../../src/features/buyback/buyback-view.ts'

/** How a run of the buyback ended, as people say it. */
export const BUYBACK_WORDS: Readonly<Record<BuybackView['status'], string>> = {
  under_way: 'Under way',
  executed: 'Bought',
  skipped: 'Skipped',
  failed: 'Failed',
}
