import { describe, expect, test } from 'bun:test'
import { readOptions } from '../../bench/options.ts'

const MEASURES = ['reads', 'writes']

describe('options of the bench', () => {
  test('without any it is the whole run, which writes nothing', () => {
    expect(readOptions([], MEASURES)).toEqual({ quick: false, write: false, vs: null, only: [], help: false })
  })

  test('measures can be named one by one or together', () => {
    expect(readOptions(['--only', 'reads,writes', '--quick', '--vs', 'main'], MEASURES)).toMatchObject({
      quick: true,
      vs: 'main',
      only: ['reads', 'writes'],
    })
    expect(readOptions(['--only', 'reads', '--only', 'writes'], MEASURES).only).toEqual(['reads', 'writes'])
  })

  test('a measure that does not exist is refused with those that do', () => {
    expect(() => readOptions(['--only', 'red'], MEASURES)).toThrow('There is no measure "red"; there are reads, writes.')
  })

  test.each([[['--quick']], [['--only', 'reads']], [['--vs', 'main']]])(
    'what is written down is the whole run alone: not with %p',
    (more) => {
      expect(() => readOptions(['--write', ...more], MEASURES)).toThrow('--write wants the whole run')
    },
  )
})
