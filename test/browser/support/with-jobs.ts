import { createFixedPrices } from '../../../src/adapters/prices/fixed-prices.ts'
import { unixMs, usdMicros } from '../../../src/domain/brands.ts'
import { stubWeb } from '../../support/stub-web.ts'
import type { SceneOptions } from './page-scene.ts'

/** A service with jobs, a price of SOL, and a web on which every page answers. */
export const WITH_JOBS: SceneOptions = {
  env: { JOBS_ENABLED: '1' },
  web: stubWeb({ get: async () => ({ status: 200, contentType: 'text/html', bytes: new Uint8Array() }) }),
  policy: { rateLimits: false },
  prices: createFixedPrices({ usdMicros: usdMicros(8_000_000_000), nowMs: () => unixMs(1_795_000_000_000) }),
}
