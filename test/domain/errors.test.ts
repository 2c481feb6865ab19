import { describe, expect, test } from 'bun:test'
import { errorEntries } from '../../src/domain/errors/error-entries.ts'
import { ERRORS, oneTable } from '../../src/domain/errors/error-catalogue.ts'
import { AppError, ERROR_CODES, exampleOf, type Failure, redactedFailure } from '../../src/domain/errors.ts'
import seenCodes from '../fixtures/error-codes.json'
import { codesMadeIn, textOf } from '../support/codes-made.ts'

/** A place for a value that has none; quoted JSON in braces is text. */
const HOLE = /\{\w/

describe('rules 10.1: an error is told in sentences with its values', () => {
  test('is made with the values that its sentences show, and with no others', () => {
    const refused = new AppError('platform_not_available', { platform: 'elsewhere' })
    expect(refused).toMatchObject({ name: 'AppError', kind: 'invalid', message: 'There is no launchpad "elsewhere" here.', fields: [] })
    // Each of these is looked at by the compiler; none is run.
    const refusedByTheCompiler = () => [
      // @ts-expect-error: the sentence shows {platform}
      new AppError('platform_not_available'),
      // @ts-expect-error: the sentence shows {platform}
      new AppError('platform_not_available', {}),
      // @ts-expect-error: it is a text
      new AppError('platform_not_available', { platform: 1 }),
      // @ts-expect-error: the sentence has no {mint}
      new AppError('platform_not_available', { platform: 'elsewhere', mint: 'm' }),
      // @ts-expect-error: the fix shows {mint}
      new AppError('fee_share_already_locked'),
      // @ts-expect-error: when to try again is among its values, though no sentence shows it
      new AppError('crank_budget_exceeded'),
      // @ts-expect-error: the sentence shows no value
      new AppError('coin_not_found', { mint: 'm' }),
      // @ts-expect-error: there is no such code
      new AppError('coin_lost'),
    ]
    expect(refusedByTheCompiler).toBeFunction()
  })

  test('says by its code which values it has', () => {
    const error = new AppError('launch_refused', { reason: 'TransactionTooLarge' }) as AppError
    // @ts-expect-error: not every error has a reason
    expect(error.context.reason).toBe('TransactionTooLarge')
    if (error.code !== 'launch_refused') throw new Error('another code')
    const reason: string = error.context.reason
    expect(reason).toBe('TransactionTooLarge')
  })

  test('says what to do with its values in it', () => {
    expect(new AppError('fee_share_already_locked', { mint: 'm1' }).fix).toBe('Nothing to do; see GET /api/agent/status/m1.')
  })

  test('is kept as its code and values, and made again from them', () => {
    const failure: Failure = new AppError('chain_refused', { reason: 'TooMuchSolRequired' })
    expect(new AppError(failure.code, failure.context).message).toBe('The chain refused the transaction: TooMuchSolRequired.')
    // @ts-expect-error: a failure has the values of its own code
    const mixed: Failure = { code: 'chain_refused', context: { mint: 'm' } }
    expect(redactedFailure(mixed, (text) => `[${text}]`)).toEqual({ code: 'chain_refused', context: { mint: '[m]' } } as never)
  })

  test('of an earlier version, without a value that its sentence shows now, is still told', () => {
    expect(new AppError('fee_share_already_locked', {} as never).fix).toContain('/status/{mint}')
  })
})

describe('rules 10.1: the catalogue of errors is whole, and is only added to', () => {
  test('takes no entry whose example lacks a value of its sentences', () => {
    const kind = 'invalid'
    const refusedByTheCompiler = () => [
      // @ts-expect-error: the detail shows {name}
      errorEntries({ some_code: { kind, detail: 'There is no {name}.', fix: 'Ask.' } }),
      // @ts-expect-error: the fix shows {id}
      errorEntries({ some_code: { kind, detail: 'There is no {name}.', fix: 'Ask {id}.', example: { name: 'x' } } }),
      errorEntries({ some_code: { kind, detail: 'There is no {name}.', fix: 'Ask {id}: {"seats": 5}.', example: { name: 'x', id: 1 } } }),
    ]
    expect(refusedByTheCompiler).toBeFunction()
  })

  test('takes no code that two areas have', () => {
    const entry = { kind: 'invalid', detail: 'It is so.', fix: 'Ask.' } as const
    const refusedByTheCompiler = () => [
      oneTable({ some_code: entry }, { other_code: entry }, { third_code: entry }),
      // @ts-expect-error: some_code is in the first and the third
      oneTable({ some_code: entry }, { other_code: entry }, { some_code: entry }),
      // @ts-expect-error: and in two that follow each other
      oneTable({ third_code: entry }, { some_code: entry }, { some_code: entry }),
    ]
    expect(refusedByTheCompiler).toBeFunction()
  })

  test.each(seenCodes)('each name that a client may have seen is still in it: %s', (code) => {
    expect(ERROR_CODES as readonly string[]).toContain(code)
  })

  test('has no code that the list of names lacks: a new one is added to test/fixtures/error-codes.json', () => {
    expect(ERROR_CODES.filter((code) => !seenCodes.includes(code))).toEqual([])
  })

  test('has no code that nothing answers', async () => {
    const made = new Set(codesMadeIn(await textOf(['src/**/*.ts'])))
    expect(ERROR_CODES.filter((code) => !made.has(code))).toEqual([])
    expect(codesMadeIn(`refuses: ['coin_not_found'], x(new AppError(a(b) ? 'mint_exists' : 'mint_unknown'), 'key_not_found')`)).toEqual([
      'mint_exists',
      'mint_unknown',
    ])
  })

  test('has no code that no test names', async () => {
    const tests = await textOf(['test/**/*.ts'], ['test/domain/errors.test.ts'])
    expect(ERROR_CODES.filter((code) => !new RegExp(`\\b${code}\\b`).test(tests))).toEqual([])
  })

  test('has an example of every code with all of its values in it', () => {
    for (const code of ERROR_CODES) {
      const { message, fix } = exampleOf(code)
      expect({ code, text: `${message} ${fix}` }).toEqual({ code, text: expect.not.stringMatching(HOLE) })
    }
  })

  test.each([
    ['SOL', /([\d.]+|\w+) SOL\b/g],
    ['ETH', /([\d.]+|\w+) ETH\b/g],
    ['USDC', /([\d.]+|\w+) USDC\b/g],
  ])('has an amount wherever an example says %s after a value', (_unit, amounts) => {
    for (const code of ERROR_CODES) {
      const { detail }: { detail: string } = ERRORS[code]
      if (!/\} (SOL|ETH|USDC)/.test(detail)) continue
      for (const [, amount] of exampleOf(code).message.matchAll(amounts)) expect(Number(amount)).toBeGreaterThan(0)
    }
  })

  test('has amounts with their currency where a sentence leaves it to the value', () => {
    for (const code of ERROR_CODES)
      for (const [name, value] of Object.entries(exampleOf(code).context))
        if (/^(balance|needed)$/.test(name) && !code.startsWith('job_')) expect(value).toMatch(/^[\d.]+ (SOL|ETH)$/)
  })

  test('has numbers where a sentence counts, and texts where it names', () => {
    for (const code of ERROR_CODES) {
      const { detail, fix }: { detail: string; fix: string } = ERRORS[code]
      for (const [name, value] of Object.entries(exampleOf(code).context)) {
        if (/^(count|limit|limitMib|max|min|seconds|seats|total|fits|position)$|(Bytes|Bps|BpsMax|Sec|holders|Shareholders)$/.test(name))
          expect({ code, name, value }).toEqual({ code, name, value: expect.any(Number) })
        else expect({ code, name, value }).toEqual({ code, name, value: expect.any(String) })
        // A value that no sentence shows is for a header or a member of the answer.
        if (!`${detail} ${fix}`.includes(`{${name}}`))
          expect({ code, name }).toEqual({ code, name: expect.stringMatching(/^(retryAfterSec|limit)$/) })
      }
    }
  })
})
