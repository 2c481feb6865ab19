/** What a list of coins may be asked for: its orders, whether the coin left its curve, and how its creator fees stand. */
export const COIN_CHOICES = {
  sort: ['newest', 'paid', 'graduated'],
  status: ['live', 'graduated'],
  fees: ['locked', 'open', 'redirected'],
} as const

/** Parts of names and tickers are searched in so many of the newest coins, since no index supports it; whole ones in all. */
export const SEARCHED_COINS_MAX = 20_000
