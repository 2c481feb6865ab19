import { describe, expect, test } from 'bun:test'
import { bps, lamports, tokenMicros, usdMicros } from '../../src/domain/brands.ts'
import { lessSlippage } from '../../src/domain/buyback.ts'
import { treasuryShare } from '../../src/domain/kit/kit.ts'
import { amountNumber, formatAmount } from '../../src/domain/money/currency.ts'
import { priceText, readPrice } from '../../src/domain/money/price-text.ts'
import { parseSol, solToLamports } from '../../src/domain/money/sol.ts'
import { formatUsd, worthUsd, parseUsd, unitsWorth, usdToNumber } from '../../src/domain/money/usd.ts'
import { wholeNumberProblem } from '../../src/domain/money/whole-number.ts'
import { damaged, forInputs, textOf } from '../support/property.ts'
import type { SeededRandom } from '../support/seeded-random.ts'

const amountOf = (random: SeededRandom): bigint =>
  random.pick([
    0n,
    1n,
    999_999_999n,
    1_000_000_000n,
    2n ** 64n - 1n,
    BigInt(random.below(2 ** 31)),
    BigInt(random.below(2 ** 31)) * 2n ** 33n,
  ])
const numberText = (random: SeededRandom) => damaged(random, textOf(random, '0123456789.', 24), '0123456789.e-+ ,')

/** A decimal text times ten to the power, without any arithmetic of floats. */
const exact = (text: string, decimals: number): bigint | null => {
  const [whole = '', fraction = ''] = text.split('.')
  return fraction.length > decimals ? null : BigInt(whole + fraction.padEnd(decimals, '0'))
}

describe('rules 10.25: amounts of SOL are exact', () => {
  test('lamports come back from their text, and from their number while it holds them', () => {
    forInputs((random) => {
      const amount = lamports(amountOf(random))
      const text = formatAmount(amount, 'SOL')
      if (parseSol(text) !== amount) return `${amount} is written ${text}`
      if (/\.\d*0$|\.$/.test(text)) return `${amount} is written ${text}`
      const sol = amountNumber(amount, 'SOL')
      return amount < 2n ** 53n && solToLamports(sol) !== amount ? `${amount} is ${sol}` : null
    })
  })

  test('a text is its exact amount, or none', () => {
    forInputs((random) => {
      const text = random.below(2) === 0 ? numberText(random) : `${random.below(100_000)}.${textOf(random, '0123456789', 12)}`
      const expected = /^\d+(\.\d{1,9})?$/.test(text) ? exact(text, 9) : null
      const found = parseSol(text)
      return found === expected ? null : `${JSON.stringify(text)} is ${found}, not ${expected}`
    })
  })

  test('a number of JSON is its exact decimals, or none: never NaN, never a neighbour', () => {
    forInputs((random) => {
      const value = random.pick([
        random.fraction(),
        random.below(1_000_000_000) / 1e9,
        random.fraction() * 10 ** random.below(30),
        random.fraction() / 10 ** random.below(30),
        random.below(11),
        random.pick([Number.NaN, Number.POSITIVE_INFINITY, -1, -1e-9, 1e-9, 1e-10, 1e21, 1e300, 5e-324, 9.999999999, 2 ** 53]),
      ])
      const found = solToLamports(value)
      // More SOL than there can ever be is written with an exponent, and is no amount either.
      if (!(value >= 0 && value < 1e21)) return found === null ? null : `${value} is ${found}`
      // What JSON writes for the number is what the caller meant.
      const shortest = /e/.test(String(value)) ? value.toFixed(20).replace(/\.?0+$/, '') : String(value)
      const expected = exact(shortest, 9)
      return found === expected ? null : `${value} is ${found}, not ${expected}`
    })
  })
})

describe('rules 10.25: amounts of dollars are exact', () => {
  test('millionths come back from their text', () => {
    forInputs((random) => {
      const amount = usdMicros(amountOf(random))
      const text = formatUsd(amount)
      const back = parseUsd(text)
      if (text.split('.')[0]!.length <= 12 && back !== amount) return `${amount} is written ${text}`
      return Number.isFinite(usdToNumber(amount)) ? null : `${amount} is no number`
    })
  })

  test('what is below a millionth is cut off, and everything else of a text counts', () => {
    forInputs((random) => {
      const text = random.below(2) === 0 ? numberText(random) : `${random.below(1_000)}.${textOf(random, '0123456789', 41)}`
      const expected = /^\d{1,12}(\.\d{1,40})?$/.test(text) ? exact(text, 40)! / 10n ** 34n : null
      const found = parseUsd(text)
      return found === expected ? null : `${JSON.stringify(text)} is ${found}, not ${expected}`
    })
  })

  test('money changed there and back is never less, and at most a lamport’s worth more', () => {
    forInputs((random) => {
      const solUsd = usdMicros(1n + amountOf(random))
      const dollars = usdMicros(amountOf(random))
      const back = worthUsd(unitsWorth(dollars, 'SOL', solUsd), 'SOL', solUsd)
      return back >= dollars && back - dollars <= solUsd / 1_000_000_000n + 1n ? null : `${dollars} at ${solUsd} is ${back}`
    })
  })

  test('a price is what it is written as', () => {
    forInputs((random) => {
      const amount = usdMicros(amountOf(random) % 10n ** 15n)
      if (amount > 0n && readPrice(priceText(amount)) !== amount) return `${amount} is written ${priceText(amount)}`
      const text = random.pick(['', '$', '$$', ' $']) + numberText(random)
      const price = readPrice(text)
      return price === null || price > 0n ? null : `${JSON.stringify(text)} is ${price}`
    })
  })
})

describe('rules 3.3: a part of an amount is rounded down', () => {
  const partOf = (amount: bigint, share: number) => (amount * BigInt(share) - ((amount * BigInt(share)) % 10_000n)) / 10_000n

  test('what the treasury holds, and what a buy brings at least, is never a unit more than there is', () => {
    forInputs((random) => {
      const [amount, share] = [amountOf(random), random.below(10_001)]
      const held = treasuryShare(lamports(amount), bps(share))
      const bought = lessSlippage(tokenMicros(amount), bps(10_000 - share))
      return held === partOf(amount, share) && bought === partOf(amount, share) ? null : `${share} of ${amount} is ${held} and ${bought}`
    })
  })

  test('what an amount is worth is cut off below a millionth of a dollar', () => {
    forInputs((random) => {
      const [amount, price] = [amountOf(random), amountOf(random)]
      const worth = worthUsd(lamports(amount), 'SOL', usdMicros(price))
      const left = amount * price - worth * 1_000_000_000n
      return left >= 0n && left < 1_000_000_000n ? null : `${amount} at ${price} is ${worth}`
    })
  })
})

describe('rules 10.26: whole numbers of a query', () => {
  test('a text passes when it is decimal figures in the range, and then Number reads the same', () => {
    forInputs((random) => {
      const text = random.below(2) === 0 ? String(random.below(400)) : numberText(random)
      const passes = wholeNumberProblem({ minimum: 1, maximum: 200, default: 50 }, text) === null
      const expected = /^\d{1,9}$/.test(text) && BigInt(text) >= 1n && BigInt(text) <= 200n
      return passes === expected ? null : JSON.stringify(text)
    })
  })

  test('a text of any length ends at once', () => {
    for (const text of ['9'.repeat(1_000_000), '0.'.repeat(1_000_000), '-'.repeat(1_000_000)]) {
      expect(wholeNumberProblem({ minimum: 1, maximum: 2, default: 1 }, text)).not.toBeNull()
      expect(parseUsd(text)).toBeNull()
      expect(readPrice(text)).toBeNull()
    }
  })
})
