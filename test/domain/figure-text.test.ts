import { expect, test } from 'bun:test'
import {
  exactFigure,
  type FigureKind,
  figureColumn,
  figureText,
  figureTexts,
  percentColumn,
  percentText,
} from '../../src/domain/money/figure-text.ts'
import { createSeededRandom } from '../support/seeded-random.ts'

const KINDS: readonly FigureKind[] = ['cost', 'payout', 'value', 'paid']
const INPUTS = Number(process.env.PROPERTY_INPUTS ?? 1_000)
const random = createSeededRandom(39)

/** An amount of any size, small ones as often as large ones. */
const anyAmount = (decimals: number) => {
  const digits = 1 + random.below(decimals + 6)
  return { amount: String(BigInt(Array.from({ length: digits }, () => random.below(10)).join(''))), decimals }
}

/** What a figure says, in the smallest unit; read apart from how it is written. */
function readFigure(text: string, decimals: number): bigint {
  const plain = text
    .replaceAll(',', '')
    .replace(/0([₀-₉]+)/, (_, count: string) => '0'.repeat(Number([...count].map((digit) => '₀₁₂₃₄₅₆₇₈₉'.indexOf(digit)).join(''))))
  const [whole, fraction = ''] = plain.split('.')
  return BigInt(whole! + fraction.padEnd(decimals, '0'))
}

test.each([
  ['120150021', 9, 'payout', '0.1201'],
  ['120150021', 9, 'value', '0.1202'],
  ['711856789', 9, 'paid', '0.711856'],
  ['14823999', 9, 'paid', '0.014823'],
  ['500000000', 9, 'paid', '0.500000'],
  ['0', 9, 'paid', '0'],
  ['764996000', 9, 'cost', '0.765'],
  ['12345678900000', 9, 'payout', '12,345'],
  ['1234567', 3, 'value', '1,235'],
  ['29', 9, 'payout', '0.0₇29'],
  ['29831', 12, 'value', '0.0₇2983'],
  ['880000', 9, 'payout', '0.00088'],
  ['999960000', 9, 'cost', '1'],
  ['0', 9, 'cost', '0'],
  ['135318900000', 9, 'value', '135.3'],
  ['7', 0, 'value', '7'],
] as const)('decision "Figures": %s of %i decimals as a %s is %s', (amount, decimals, kind, text) => {
  expect(figureText({ amount, decimals }, kind)).toBe(text)
})

test('decision "Figures": a cost is never shown lower than it is, a payout never higher, each with four digits or more', () => {
  for (let input = 0; input < INPUTS; input += 1) {
    const amount = anyAmount([9, 18, 6][input % 3]!)
    const exact = BigInt(amount.amount)
    const read = (kind: FigureKind) => readFigure(figureText(amount, kind), amount.decimals)
    expect(read('cost')).toBeGreaterThanOrEqual(exact)
    expect(read('payout')).toBeLessThanOrEqual(exact)
    for (const kind of KINDS) {
      const apart = read(kind) - exact
      expect((apart < 0n ? -apart : apart) * 1_000n).toBeLessThanOrEqual(exact)
    }
    expect(readFigure(exactFigure(amount), amount.decimals)).toBe(exact)
  }
})

test('decision "Figures": a column adds up to the total beneath it, is aligned, and nothing in it becomes zero that is none', () => {
  for (let input = 0; input < INPUTS; input += 1) {
    const decimals = [9, 18, 6][input % 3]!
    const amounts = Array.from({ length: 1 + random.below(8) }, () => anyAmount(decimals))
    const totalAtomic = amounts.reduce((sumAtomic, { amount }) => sumAtomic + BigInt(amount), 0n)
    for (const kind of KINDS) {
      const { rows, total } = figureColumn(amounts, kind)
      const read = rows.map((text) => readFigure(text, decimals))
      expect(read.reduce((sumAtomic, rowAtomic) => sumAtomic + rowAtomic, 0n)).toBe(readFigure(total, decimals))
      expect(new Set([...rows, total].map((text) => text.split('.')[1]?.length ?? 0)).size).toBe(1)
      read.forEach((rowAtomic, index) => expect(rowAtomic > 0n).toBe(BigInt(amounts[index]!.amount) > 0n))
      if (kind === 'cost') read.forEach((rowAtomic, index) => expect(rowAtomic).toBeGreaterThanOrEqual(BigInt(amounts[index]!.amount)))
      if (kind === 'payout' || kind === 'paid') expect(readFigure(total, decimals)).toBeLessThanOrEqual(totalAtomic)
    }
  }
})

test('decision "Figures": the three roles of a payout stand above the total that they make', () => {
  const amounts = ['188190000', '78330000', '47050000'].map((amount) => ({ amount, decimals: 9 }))
  expect(figureColumn(amounts, 'payout')).toEqual({ rows: ['0.1882', '0.0783', '0.0470'], total: '0.3135' })
})

test('decision "Figures": percent have no empty zeros, and parts of a whole add up to it', () => {
  expect([6_000, 1_250, 20, 10_000].map(percentText)).toEqual(['60%', '12.5%', '0.2%', '100%'])
  expect(percentColumn([60n, 25n, 15n])).toEqual(['60%', '25%', '15%'])
  expect(percentColumn([1n, 1n, 1n])).toEqual(['33.34%', '33.33%', '33.33%'])
  expect(percentColumn([0n])).toEqual(['0%'])
})

test('decision "Figures": amounts below each other have as many decimals each, and none says less of an amount than it would alone', () => {
  const sol = (...amounts: string[]) => amounts.map((amount) => ({ amount, decimals: 9 }))
  expect(figureTexts(sol('1000000', '7913456', '14823999'), 'payout')).toEqual(['0.001000', '0.007913', '0.014823'])
  expect(figureTexts(sol('34999990', '34980000'), 'cost')).toEqual(['0.03500', '0.03498'])
  expect(figureTexts(sol('0', '2000000000'), 'payout')).toEqual(['0', '2'])
  expect(figureTexts([], 'value')).toEqual([])
  // Dust that nobody compares takes no decimals from the others, and hides none of its own.
  const wei = ['1234567890123456789', '29'].map((amount) => ({ amount, decimals: 18 }))
  expect(figureTexts(wei, 'payout')).toEqual(['1.234', '0.0₁₆29'])
  for (const kind of KINDS) {
    const amounts = Array.from({ length: 50 }, () => anyAmount(9))
    for (const [index, text] of figureTexts(amounts, kind).entries()) {
      const alone = readFigure(figureText(amounts[index]!, kind), 9)
      const [off, offAlone] = [readFigure(text, 9), alone].map((units) => units - BigInt(amounts[index]!.amount))
      expect(off! * off!).toBeLessThanOrEqual(offAlone! * offAlone!)
    }
  }
})
