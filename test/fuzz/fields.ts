import { toBase58 } from '../../src/lib/bytes.ts'
import { type Chance, sharesOf } from './chance.ts'
import { KOLS } from './fuzz-server.ts'
import { hostileText } from './hostile.ts'
import type { Memory } from './memory.ts'
import { personOf } from './people.ts'
import { PICTURE_BYTES, PICTURES } from './pictures.ts'

/** What a value is made from. */
export interface Maker {
  readonly chance: Chance
  readonly memory: Memory
  /** The whole of /openapi.json, for what schemas refer to. */
  readonly document: any
  /** Where receivers of webhooks are. */
  readonly outsideUrl: string
}

const CREW = Array.from({ length: 30 }, (_, number) => personOf(`crew ${number}`).wallet)
const WORDS = [
  'Night',
  'Market',
  'Frog',
  'Seahorse',
  'Moon',
  'Café',
  'Noodle',
  '蛙',
  'Привет',
  '🐸',
  'Doge',
  'AI',
  'Agent',
  'music',
  'of',
  '42',
]
const TICKERS = ['NMFROG', 'FROG', 'ab', 'A1', 'TICKER7890123', '$CASH', 'Doge', 'SEA']

const words = (chance: Chance, least: number, most: number) =>
  Array.from({ length: chance.between(least, most) }, () => chance.pick(WORDS)).join(' ')

/** A picture as base64: mostly whole, sometimes of other bytes behind its first ones. */
export function pictureText({ chance }: Pick<Maker, 'chance'>): string {
  const name = chance.pick(Object.keys(PICTURES) as (keyof typeof PICTURES)[])
  if (chance.happens(0.7)) return chance.happens(0.05) ? `data:image/${name.slice(0, 4)};base64,${PICTURES[name]}` : PICTURES[name]
  const bytes = Buffer.concat([PICTURE_BYTES[name], Buffer.from([chance.below(256), chance.below(256), chance.below(256)])])
  if (chance.happens(0.1)) bytes[chance.below(bytes.length)] = chance.below(256)
  if (chance.happens(0.05)) return bytes.subarray(0, chance.below(bytes.length)).toString('base64')
  if (chance.happens(0.02)) return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(100)).toString('base64')
  return bytes.toString('base64')
}

export function crewOf({ chance }: Pick<Maker, 'chance'>): Record<string, unknown>[] {
  const wallets = chance.shuffle([...CREW, ...KOLS.map(({ person }) => person.wallet)])
  return sharesOf(chance, chance.happens(0.7) ? chance.between(1, 4) : chance.between(1, 8)).map((share, index) => ({
    handle: chance.happens(0.1) ? `@${KOLS[index % KOLS.length]!.handle}` : `@crew_${index}`,
    wallet: wallets[index],
    share,
    ...(chance.happens(0.3) ? { hireRole: chance.pick(['caller', 'chart', 'raid', 'kol', 'dev']) } : {}),
  }))
}

/** How values of a member of this name are made; everything else follows its schema. */
const BY_NAME: Readonly<Record<string, (maker: Maker, schema: any) => unknown>> = {
  name: ({ chance }) => words(chance, 1, 4).padEnd(2, 'x').slice(0, 30).toWellFormed(),
  ticker: ({ chance }) => (chance.happens(0.06) ? chance.pick(['XLOCKFAIL', 'XLOCKFAIL', 'XCREATEFAIL']) : chance.pick(TICKERS)),
  description: ({ chance }) => words(chance, 0, 24).slice(0, 200).toWellFormed(),
  label: ({ chance }) => words(chance, 1, 4).padEnd(2, 'x').toWellFormed(),
  twitter: ({ chance }) => chance.pick(['https://x.com/frog', '@frog', 'frog']),
  website: ({ chance }) => chance.pick(['https://example.com/', 'example.com:8080', 'http://localhost:3000']),
  initialBuySol: ({ chance }) => chance.pick([0, 0, 0.01, 0.000000001, 0.5, 1, 10]),
  imageBase64: pictureText,
  // The service fetches from the public network alone, so none of these can be had.
  imageUrl: ({ chance, outsideUrl }) =>
    chance.pick([`${outsideUrl}/odd/1`, 'https://192.168.1.1/a.png', 'http://[::1]/', 'https://0x7f000001/', 'ftp://example.com/a']),
  crew: crewOf,
  launcherPubkey: ({ chance, memory }) => chance.pick(memory.people).wallet,
  mintPubkey: ({ chance }) => personOf(`mint ${chance.below(1e9)}`).wallet,
  platform: () => 'simulated',
  mint: (maker) => mintOf(maker),
  mints: (maker) => Array.from({ length: maker.chance.between(1, 5) }, () => mintOf(maker)).join(),
  wallet: ({ chance, memory }) =>
    chance.pick([...memory.people.map(({ wallet }) => wallet as string), ...KOLS.map(({ person }) => person.wallet)]),
  referralCode: ({ chance }) => (chance.happens(0.8) ? chance.pick(KOLS).code : chance.pick(['nobody', 'fuzz1'])),
  statusUrl: ({ chance }) => `https://x.com/frog/status/${chance.below(1e6)}`,
  url: ({ chance, outsideUrl }) => `${outsideUrl}/hook/${chance.below(10)}`,
  urls: ({ chance, outsideUrl }) =>
    [`${outsideUrl}/page/1`, 'https://192.0.2.1/a.png', 'https://[::1]/', 'https://work.invalid/a'].slice(0, chance.between(1, 4)),
  chainId: ({ chance }) => (chance.happens(0.97) ? 'sim' : chance.pick(['solana:devnet', 'eip155:8453', 'solana:mainnet'])),
  budget: ({ chance }) => chance.pick([1, 1.5, 2, 10, 100, 120]),
  sol: ({ chance }) => chance.pick([0.01, 0.5, 1, 5, 9, 100, 0.000000001]),
  side: ({ chance }) => (chance.happens(0.75) ? 'buy' : 'sell'),
  advanceMs: ({ chance }) =>
    chance.happens(0.6)
      ? chance.between(1, 5_000)
      : chance.pick([61_000, 61_000, 61_000, 301_000, 901_000, 1_801_000, 3_601_000, 86_400_000]),
  limit: ({ chance }) => chance.pick([1, 2, 5, 20]),
  days: ({ chance }) => chance.pick([1, 2, 7, 90]),
  q: ({ chance }) => chance.pick([...WORDS, ...TICKERS, 'fuzz kol', hostileText(chance)]),
  seats: ({ chance }) => chance.between(1, 8),
}

/** A mint that is known, or another's, or nobody's. */
export function mintOf({ chance, memory }: Pick<Maker, 'chance' | 'memory'>): string {
  const known = memory.coins.pick()
  return known && chance.happens(0.95) ? known.mint : toBase58(personOf(`nobody ${chance.below(50)}`).pair.publicKey)
}

const OPTIONAL_SHARE = 0.35

/** A value that the schema takes, as a rule. */
export function valueOf(maker: Maker, schema: any, name = ''): unknown {
  if (schema.$ref !== undefined) return valueOf(maker, resolve(maker.document, schema.$ref as string), name)
  const { chance } = maker
  const made = BY_NAME[name]
  if (made) return made(maker, schema)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return chance.pick(schema.enum as unknown[])
  if (schema.anyOf) return valueOf(maker, chance.pick(schema.anyOf as unknown[]), name)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return objectOf(maker, schema)
    case 'array': {
      const most = Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 4)
      const items = Array.from({ length: chance.between(schema.minItems ?? 0, most) }, () => valueOf(maker, schema.items))
      return schema.uniqueItems ? [...new Set(items)] : items
    }
    case 'integer':
      return chance.between(schema.minimum ?? 0, schema.maximum ?? 1_000)
    case 'number':
      return chance.between(schema.minimum ?? 0, schema.maximum ?? 1_000)
    case 'boolean':
      return chance.happens(0.5)
    default:
      return words(chance, 1, 3)
        .padEnd(schema.minLength ?? 0, 'x')
        .slice(0, schema.maxLength ?? 50)
        .toWellFormed()
  }
}

function objectOf(maker: Maker, schema: any): Record<string, unknown> {
  const required: readonly string[] = schema.required ?? []
  return Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Record<string, unknown>)
      .filter(([name]) => required.includes(name) || maker.chance.happens(OPTIONAL_SHARE))
      .map(([name, member]) => [name, valueOf(maker, member, name)]),
  )
}

const resolve = (document: any, pointer: string): any =>
  pointer
    .slice(2)
    .split('/')
    .reduce((value, part) => value[part.replaceAll('~1', '/').replaceAll('~0', '~')], document)
