import { expect, test } from 'bun:test'
import type { CoinJob } from '../../../src/domain/kit/coin-job.ts'
import { checkContent } from '../../../src/features/jobs/read-delivery.ts'
import { stubWeb } from '../../support/stub-web.ts'

const page = (text: string) =>
  stubWeb({ get: async () => ({ status: 200, contentType: 'text/html', bytes: new TextEncoder().encode(text) }) })
const job = (ticker: string) => ({ template: 'meme-pack', urls: ['https://public.test/page'], ticker, mint: 'MINT' }) as unknown as CoinJob
const decided = (ticker: string, text: string) =>
  checkContent({ web: page(text) }, job(ticker)).then(
    () => 'passes',
    (error: { code?: string }) => error.code ?? 'broken',
  )

test.each([
  ['C++(', 'we love C++( here', 'passes'],
  ['C++(', 'we love C++', 'job_content_invalid'],
  ['.*.*.*!', 'anything at all!', 'job_content_invalid'],
  ['[', 'a [ b', 'job_content_invalid'],
  ['', 'anything', 'job_content_invalid'],
  ['', 'MINT', 'passes'],
])('decision "Content checks": a coin whose symbol is %j: its job is decided, and the symbol is no pattern', async (ticker, text, end) => {
  expect(await decided(ticker, text)).toBe(end)
})

test('decision "Content checks": two megabytes of a page are searched at once, whatever the symbol', async () => {
  for (const ticker of ['.*.*.*!', '(a+)+$', 'aaaaaaaaaaaab'])
    expect(await decided(ticker, 'a'.repeat(2_000_000))).toBe('job_content_invalid')
})

test('decision "Content checks": ten pages of one word again and again let others be answered between them', async () => {
  const urls = Array.from({ length: 10 }, (_, n) => `https://public.test/${n}`)
  let [turns, searching] = [0, true]
  const count = () => {
    turns += 1
    if (searching) setImmediate(count)
  }
  setImmediate(count)
  const end = await checkContent({ web: page('AB'.repeat(1_000_000)) }, { ...job('AB'), urls }).then(
    () => 'passes',
    (error: { code?: string }) => error.code,
  )
  searching = false
  expect([end, turns >= 10]).toEqual(['job_content_invalid', true])
})

test('decision "Content checks": the name of the coin is looked for in the first half mebibyte of a page', async () => {
  const most = 524_288
  expect(await decided('FROG', ' '.repeat(most - 5) + '$FROG')).toBe('passes')
  expect(await decided('FROG', ' '.repeat(most - 4) + '$FROG')).toBe('job_content_invalid')
})
