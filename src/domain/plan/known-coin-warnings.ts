import { looksOf } from '../../lib/look-alike.ts'

interface Known {
  readonly name: string
  readonly ticker: string
}

/** Coins that people know, and may take another for. */
const KNOWN: readonly Known[] = [
  { name: 'Bitcoin', ticker: 'BTC' },
  { name: 'Ethereum', ticker: 'ETH' },
  { name: 'Solana', ticker: 'SOL' },
  { name: 'Tether', ticker: 'USDT' },
  { name: 'USD Coin', ticker: 'USDC' },
  { name: 'Dogecoin', ticker: 'DOGE' },
  { name: 'Cardano', ticker: 'ADA' },
  { name: 'Litecoin', ticker: 'LTC' },
  { name: 'Chainlink', ticker: 'LINK' },
  { name: 'Avalanche', ticker: 'AVAX' },
  { name: 'Hyperliquid', ticker: 'HYPE' },
  { name: 'Shiba Inu', ticker: 'SHIB' },
  { name: 'Pepe', ticker: 'PEPE' },
  { name: 'Floki', ticker: 'FLOKI' },
  { name: 'Bonk', ticker: 'BONK' },
  { name: 'dogwifhat', ticker: 'WIF' },
  { name: 'Brett', ticker: 'BRETT' },
  { name: 'Popcat', ticker: 'POPCAT' },
  { name: 'Pudgy Penguins', ticker: 'PENGU' },
  { name: 'cat in a dogs world', ticker: 'MEW' },
  { name: 'Book of Meme', ticker: 'BOME' },
  { name: 'Moo Deng', ticker: 'MOODENG' },
  { name: 'Peanut the Squirrel', ticker: 'PNUT' },
  { name: 'Goatseus Maximus', ticker: 'GOAT' },
  { name: 'Fartcoin', ticker: 'FARTCOIN' },
  { name: 'Gigachad', ticker: 'GIGA' },
  { name: 'Official Trump', ticker: 'TRUMP' },
  { name: 'Melania Meme', ticker: 'MELANIA' },
  { name: 'Jupiter', ticker: 'JUP' },
  { name: 'Raydium', ticker: 'RAY' },
  { name: 'Pump', ticker: 'PUMP' },
  { name: 'Zora', ticker: 'ZORA' },
]

/** What their names and tickers look like, read when first asked for. */
const looksOfKnown = (() => {
  let read: readonly { readonly known: Known; readonly name: Looks; readonly ticker: Looks }[] | null = null
  return () => (read ??= KNOWN.map((known) => ({ known, name: looksAndLength(known.name), ticker: looksAndLength(known.ticker) })))
})()

/** Shorter texts are one letter from too many others. */
const NEAR_LETTERS_MIN = 5

interface Looks {
  readonly looks: readonly string[]
  readonly length: number
}

const looksAndLength = (text: string): Looks => ({ looks: looksOf(text), length: text.length })

/** Warnings for a name and a ticker that are a known coin’s, look like it, or are one letter away; at most one for each of the two. */
export function knownCoinWarnings(coin: { readonly name: string; readonly ticker: string }): string[] {
  return (['name', 'ticker'] as const).flatMap((what) => {
    const read = looksAndLength(coin[what])
    const found = looksOfKnown().find((each) => isNear(read, each[what]))?.known
    return found ? [`The ${what} "${coin[what]}" can be taken for that of a known coin: ${found.name} ($${found.ticker}).`] : []
  })
}

function isNear(text: Looks, known: Looks): boolean {
  const isLong = Math.min(text.length, known.length) >= NEAR_LETTERS_MIN
  return text.looks.some((look) => known.looks.some((other) => look === other || (isLong && isOneLetterAway(look, other))))
}

/** True where one letter more, less or another makes the one of the other. */
function isOneLetterAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same += 1
  return short.slice(long.length === short.length ? same + 1 : same) === long.slice(same + 1)
}
