import { expect, test } from 'bun:test'
import { linkProblem } from '../../src/domain/text/link-problem.ts'
import { coinMetadata } from '../../src/domain/plan/coin-metadata.ts'

test.each([
  'https://frog.example',
  'HTTP://Frog.example:8080/a?b#c',
  'https://localhost:3000/x',
  'https://[2001:db8::1]/',
  'https://medium.example/@frog',
  '@frog',
  'frog_1',
  'frog.example',
  'frog.example:8080/about',
  'localhost:3000',
  'x.com/frog',
  'bücher.example',
])('decision "website and twitter": %s can be published', (link) => {
  expect(linkProblem(link)).toBeNull()
})

test.each([
  'javascript:0/**/;alert(1)',
  'JaVaScRiPt:alert(1)',
  'vbscript:1',
  'data:0',
  'data:text/html,x',
  'blob:1',
  'file:///etc/passwd',
  'intent://x',
  'x-web-search://?1',
  'javascript&colon;alert(1)',
  'javascript%3Aalert(1)',
  '%6Aavascript:alert(1)',
  'javascript：alert(1)',
  'java script:1',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/path',
  'user@evil.example',
  'https://frog.example@evil.example',
  'https://user:pass@evil.example/',
  'https://@evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https://frog.example\\@evil.example',
  'http://a:80/',
  'a:80',
  'frog.example:x',
  'frog.example:123456',
  ':80',
  '?x',
  '#x',
  'feed:https://x.example',
  'https://',
  'https://exa mple.com',
])('decision "website and twitter": %s cannot', (link) => {
  expect(linkProblem(link)).toBeString()
})

test('decision "website and twitter": a plan of an earlier version that holds such an address is published without it', () => {
  const wanted = { name: 'Frog', ticker: 'FROG', twitter: 'javascript:0/**/;alert(1)', website: 'https://frog.example' } as never
  const json = coinMetadata({ request: wanted, finalDescription: '' }, { imageUri: 'https://x.example/i', createdOn: 'https://x.example' })
  expect(json).not.toHaveProperty('twitter')
  expect(json.website).toBe('https://frog.example')
})
