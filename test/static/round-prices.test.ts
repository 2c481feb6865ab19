import { expect, test } from 'bun:test'
import { roundMultiples, roundPrices } from '../../static/coin/round-prices.ts'
import { axisTexts } from '../../src/domain/money/figure-text.ts'

test.each([
  [2_926n, 6_382n, [2_000n, 3_000n, 4_000n, 5_000n, 6_000n, 7_000n]],
  [4_698n, 17_220n, [0n, 5_000n, 10_000n, 15_000n, 20_000n]],
  [1_000n, 1_010n, [1_000n, 1_005n, 1_010n]],
  [0n, 2n, [0n, 1n, 2n]],
])('prices from %p to %p have round ones on the axis', (lowUnits, highUnits, axis) => {
  expect(roundPrices({ lowUnits, highUnits })).toEqual(axis)
})

test('no range of prices has more than seven, none leaves it, and no two have the same text', () => {
  for (let lowUnits = 1n; lowUnits < 10n ** 12n; lowUnits = lowUnits * 3n + 7n)
    for (const highUnits of [(lowUnits * 1_011n) / 1_000n + 2n, lowUnits * 2n + 3n, lowUnits * 97n]) {
      const axis = roundPrices({ lowUnits, highUnits })
      expect(axis.length).toBeLessThanOrEqual(7)
      expect(axis[0]! <= lowUnits && axis.at(-1)! >= highUnits).toBe(true)
      const texts = axisTexts(axis.map((units) => ({ amount: String(units), decimals: 12 })))
      expect(texts).toEqual([...new Set(texts)])
    }
})

test.each([
  [3n, 29n, [2n, 5n, 10n, 20n, 50n]],
  [279n, 4_109n, [200n, 500n, 1_000n, 2_000n, 5_000n]],
  [279n, 41_090n, [100n, 1_000n, 10_000n, 100_000n]],
  [1n, 10n ** 9n, [1n, 100n, 10_000n, 1_000_000n, 100_000_000n, 10_000_000_000n]],
])('prices from %p to %p, far apart, have multiples on the axis', (lowUnits, highUnits, axis) => {
  expect(roundMultiples({ lowUnits, highUnits })).toEqual(axis)
})

test.each([
  [
    [350n, 400n, 450n],
    ['0.0₉35', '0.0₉40', '0.0₉45'],
  ],
  [
    [0n, 50_000n, 100_000n],
    ['0', '0.0₆05', '0.0₆10'],
  ],
  [
    [20_000n, 50_000n, 100_000n, 200_000n, 500_000n],
    ['0.0₆02', '0.0₆05', '0.0₆10', '0.0₆20', '0.0₆50'],
  ],
  [
    [1_500_000_000_000n, 2_000_000_000_000n],
    ['1.5', '2.0'],
  ],
  [
    [1n, 10n ** 6n],
    ['0.0₁₁1', '0.0₅1'],
  ],
])('the prices %p of one axis have as many digits each, after as many counted zeros', (axis, texts) => {
  expect(axisTexts(axis.map((units) => ({ amount: String(units), decimals: 12 })))).toEqual(texts)
})
