import type { Chance } from './chance.ts'
import type { Draft } from './draft.ts'
import { hostileText, hostileValue } from './hostile.ts'
import { PICTURES } from './pictures.ts'

/** False when there is nothing of the kind to change. */
type Mutation = (chance: Chance, draft: Draft) => boolean

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every object and array in a value that can be changed. */
function containers(value: unknown, found: (Record<string, unknown> | unknown[])[] = []): typeof found {
  if (typeof value !== 'object' || value === null) return found
  found.push(value as Record<string, unknown>)
  for (const member of Object.values(value)) containers(member, found)
  return found
}

const UNKNOWN_NAMES = [
  'extra',
  'launcherKey',
  'privateKey',
  'secretKey',
  'seed',
  'token',
  'id',
  'constructor',
  'toJSON',
  'length',
  '',
  'ok',
  '\0',
]

/** One member somewhere in the body: gone, of another value, or one more. */
const member: Mutation = (chance, draft) => {
  if (typeof draft.body !== 'object' || draft.body === null) return false
  draft.body = structuredClone(draft.body)
  const index = chance.pick(containers(draft.body))
  if (Array.isArray(index)) {
    const kind = chance.below(3)
    if (kind === 0) index.length = 0
    else if (kind === 1) index.push(...Array.from({ length: chance.pick([1, 9, 100]) }, () => index[0] ?? hostileValue(chance)))
    else index[chance.below(index.length + 1)] = hostileValue(chance)
    return true
  }
  const names = Object.keys(index)
  const kind = chance.below(4)
  if (kind === 0 && names.length > 0) delete index[chance.pick(names)]
  else if (kind === 1) index[chance.happens(0.8) ? chance.pick(UNKNOWN_NAMES) : hostileText(chance)] = hostileValue(chance)
  else if (names.length > 0) index[chance.pick(names)] = hostileValue(chance)
  return true
}

const bodyText: Mutation = (chance, draft) => {
  if (draft.method === 'GET') return false
  const text = draft.body === undefined ? '{}' : JSON.stringify(draft.body)
  const cut = chance.below(text.length + 1)
  draft.rawBody = chance.pick<() => string | Uint8Array>([
    () => text.slice(0, cut),
    () => `${text}x`,
    () => `\ufeff${text}`,
    () => Buffer.from([...Buffer.from(text.slice(0, 50)), 0xff, 0xfe, 0xc0]),
    () => 'null',
    () => '[]',
    () => '"text"',
    () => '1e999',
    () => '['.repeat(chance.pick([31, 33, 2_000])) + ']'.repeat(10),
    () => `{"a":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`,
    () => text.replace('{', '{"name":"first","name":"second",'),
    () => text.replace('{', `{"__proto__":{"ok":true},`),
    () => text.replaceAll('"', "'"),
    () => text.replace(/\d+/, '1e400'),
    () => text.replace(/\d+/, '123456789012345678901234567890'),
    () => JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, number) => [`f${number}`, 1]))),
    () => JSON.stringify({ crew: Array(2_000).fill(0) }),
    () => JSON.stringify({ name: 'x'.repeat(chance.pick([10_000, 70_000])) }),
    () => `${' '.repeat(chance.pick([100, 66_000]))}${text}`,
    () => '',
  ])()
  return true
}

const path: Mutation = (chance, draft) => {
  const parts = draft.path.split('/')
  const index = chance.between(1, parts.length - 1)
  const odd = () =>
    chance.pick([
      '%00',
      '%ff',
      '%',
      '%zz',
      '%2f',
      '%2e%2e',
      '..',
      '.',
      'a'.repeat(65),
      'a'.repeat(3_000),
      '%F0%9F%90%B8',
      encodeURIComponent(hostileText(chance).toWellFormed().slice(0, 300)),
      '*',
      ':id',
      ';x=1',
      '+',
      '%20',
    ])
  switch (chance.below(6)) {
    case 0:
      draft.path = `${draft.path}/`
      break
    case 1:
      draft.path = `/${draft.path}`
      break
    case 2:
      draft.path = draft.path.toUpperCase()
      break
    default:
      parts[index] = chance.happens(0.7) ? odd() : `${parts[index]}${odd()}`
      draft.path = parts.join('/').replaceAll(/[^!-~]/g, '')
  }
  return true
}

const query: Mutation = (chance, draft) => {
  const names = [...draft.query.map(([name]) => name), 'limit', 'cursor', 'q', 'mint', 'state', 'token', hostileText(chance).slice(0, 100)]
  draft.query.push([
    chance.pick(names),
    chance.happens(0.5) ? hostileText(chance).slice(0, 1_000) : String(chance.pick([0, -1, 201, 1e21, '1.5', '0x1', ' 1', '1e2'])),
  ])
  return true
}

const HEADERS = [
  'x-svc-api-key', 'x-launcher-key', 'x-idempotency-key', 'x-svc-wallet', 'x-svc-timestamp', 'x-svc-signature', 'x-svc-dry-run-id',
  'payment-signature', 'x-payment', 'if-none-match', 'x-forwarded-for', 'x-forwarded-proto', 'accept', 'content-type', 'origin', 'range', 'cookie', 'authorization',
] // oxfmt-ignore

const HEADER_VALUES = [
  '', ' ', 'x', 'null', '[]', '{}', '[1,2,3]', `[${Array(64).fill(0).join(',')}]`, `[${Array(64).fill(256).join(',')}]`, '0'.repeat(64),
  `0x${'1'.repeat(64)}`, '1'.repeat(88), 'svc_ak_', `svc_ak_${'0'.repeat(49)}`, 'AAAA', 'e30=', 'bnVsbA==', 'W10=', 'a'.repeat(129), 'a'.repeat(7),
  'a'.repeat(4_000), 'z'.repeat(15_000), '9999999999999', '-1', '1e13', '1.2.3.4, 5.6.7.8', '1.2.3.4:99', '[::1]:80', '::ffff:1.2.3.4', '999.1.1.1', ',,,', 'unknown',
  '*', '"a", W/"b"', 'text/html', 'application/json; charset=utf-16', 'multipart/form-data', 'bytes=0-1', 'null, null', 'é\xff\x80', 'a\tb',
] // oxfmt-ignore

const header: Mutation = (chance, draft) => {
  const name = chance.happens(0.6) ? chance.pick(HEADERS) : chance.pick([...Object.keys(draft.headers), 'accept'])
  const present = draft.headers[name]
  if (present !== undefined && chance.happens(0.4)) {
    // A real value that lost or gained a little: of a secret, too.
    const cut = chance.below(present.length)
    draft.headers[name] = chance.pick([
      present.slice(0, cut),
      `${present}0`,
      ` ${present} `,
      present.toUpperCase(),
      `${present},${present}`,
    ])
  } else if (present !== undefined && chance.happens(0.2)) delete draft.headers[name]
  else draft.headers[name] = chance.pick(HEADER_VALUES)
  return true
}

const method: Mutation = (chance, draft) => {
  draft.method = chance.pick(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'GET', 'POST', 'TRACE', 'PROPFIND'])
  if (draft.method === 'GET' || draft.method === 'HEAD') {
    draft.body = undefined
    draft.rawBody = null
  }
  return true
}

/** What the HTTP parser sees before the service does. */
const wire: Mutation = (chance, draft) => {
  draft.odd = true
  const host = (text: string) => (draft.rawHead = { ...draft.rawHead, host: text })
  const target = (text: string) => (draft.rawHead = { ...draft.rawHead, target: text })
  const line = (text: string) => (draft.rawHead = { ...draft.rawHead, lines: [...draft.rawHead.lines, text] })
  chance.pick<() => unknown>([
    () => host('host: x'),
    () => host('host: '),
    () => host('host: a/b'),
    () => host('host: [::1]:99'),
    () => host('host: evil.test:99999'),
    () => host('host: a b'),
    () => host('host: \xff\xfe'),
    () => host(`host: ${'a'.repeat(2_000)}`),
    () => host(''),
    () => target(`http://evil.test${draft.path}`),
    () => target(`${draft.path}?a=%00&b=%ff&c&&=&d=d=d#x`),
    () => target(`${draft.path}?${'a=1&'.repeat(500)}`),
    () => target('*'),
    () => target(draft.path.slice(1)),
    () => line('x-svc-api-key: second'),
    () => line('x-forwarded-for: 1.1.1.1'),
    () => line(`x-long: ${'a'.repeat(chance.pick([9_000, 20_000]))}`),
    () => line(Array.from({ length: 120 }, (_, number) => `x-many-${number}: 1`).join('\r\n')),
    () => line('expect: 100-continue'),
    () => line('content-encoding: gzip'),
    () => line('upgrade: websocket\r\nconnection: upgrade'),
    () => line('bad header line'),
    () => line('x-nul: a\0b'),
  ])()
  return true
}

/** Large for what it is: pictures and texts of some hundred kilobytes, and rarely of some megabytes. */
const large: Mutation = (chance, draft) => {
  if (draft.body === undefined || !isObject(draft.body)) return false
  const size = chance.happens(0.05) ? 4_000_000 : 100_000
  const filler = `${PICTURES.gif.slice(0, 120)}${'A'.repeat(size)}`
  draft.body = chance.happens(0.7) ? { ...draft.body, imageBase64: filler } : { ...draft.body, description: filler }
  return true
}

const MUTATIONS: readonly (readonly [name: string, weight: number, mutation: Mutation])[] = [
  ['member', 40, member],
  ['body', 10, bodyText],
  ['path', 10, path],
  ['query', 8, query],
  ['header', 16, header],
  ['method', 4, method],
  ['wire', 4, wire],
  ['large', 0.5, large],
]
const WEIGHT = MUTATIONS.reduce((sum, [, weight]) => sum + weight, 0)

/** Changes one thing of the request, or several. */
export function mutate(chance: Chance, draft: Draft): void {
  do {
    let lot = chance.fraction() * WEIGHT
    const [name, , mutation] = MUTATIONS.find(([, weight]) => (lot -= weight) < 0) ?? MUTATIONS[0]!
    if (mutation(chance, draft)) draft.mutations.push(name)
  } while (chance.happens(0.25))
  for (const [name, value] of Object.entries(draft.headers)) draft.headers[name] = value.replaceAll(/[\r\n\0]/g, '')
}
