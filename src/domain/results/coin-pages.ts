import { Type } from '@sinclair/typebox'

/** Where a coin is shown. */
export const CoinPages = Type.Object({
  launchpadUrl: Type.String({ title: 'LaunchpadUrl', description: 'The coin’s page on its launchpad.' }),
  coinUrl: Type.Optional(
    Type.String({ title: 'CoinUrl', description: 'The coin’s page on this service, to be shared; what older versions launched has none.' }),
  ),
})
