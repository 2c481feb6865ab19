import { describe, expect, test } from 'bun:test'
import nacl from 'tweetnacl'
import { isAddress } from 'viem'
import { sampleKolsCsv } from '../../src/adapters/sample/sample-kols-csv.ts'
import { exportKols } from '../../src/domain/kols/kol-export.ts'
import { parseKolImport } from '../../src/domain/kols/kol-import.ts'
import { Kol, type KolImport } from '../../src/domain/kols/kol.ts'
import { matchesSchema } from '../../src/domain/text/schema-kinds.ts'
import { fromBase58 } from '../../src/lib/bytes.ts'
import { sampleKols } from '../support/sample-kols.ts'

const parse = (text: string) => parseKolImport(text, (address) => isAddress(address))
const [first, second] = [sampleKols[0]!.wallet, sampleKols[1]!.wallet]
const evm = sampleKols.find(({ evmWallet }) => evmWallet)!.evmWallet!
const problemsOf = (text: string) => parse(text).problems.map(({ line, field }) => [line, field])

describe('rules 1.3: import of a CSV', () => {
  test('reads every column, in any order, with quotes, BOM and CRLF', () => {
    const text =
      '\uFEFFhandle,rank,wallet,displayName,aliases,evmWallet,followers,narratives,roles,correlated,verified,optedOut\r\n' +
      `@Bis.cuit_1,7,${first},"Biscuit, ""the"" \nHarbor",Bis| BH |,${evm},1200,AI|dogs|ai,Caller|dev,@other|x,yes,true\r\n`
    expect(parse(text)).toEqual({
      problems: [],
      kols: [
        {
          rank: 7,
          handle: 'Bis.cuit_1',
          displayName: 'Biscuit, "the" Harbor',
          aliases: ['Bis', 'BH'],
          wallet: first,
          evmWallet: evm,
          followers: 1_200,
          narratives: ['ai', 'dogs'],
          roles: ['caller', 'dev'],
          correlated: ['other', 'x'],
          verified: true,
          optedOut: true,
        },
      ],
    })
  })

  test('only rank, handle and wallet are needed', () => {
    expect(parse(`rank,handle,wallet\n1,a,${first}\n2,b,${first}`)).toMatchObject({
      problems: [],
      kols: [{ handle: 'a', displayName: 'a', followers: 0, evmWallet: null, narratives: [], optedOut: false }, { handle: 'b' }],
    })
  })

  test.each([
    ['an empty file', '', [[0, 'file']]],
    [
      'missing columns',
      'rank,name\n',
      [
        [1, 'handle'],
        [1, 'wallet'],
        [1, 'name'],
      ],
    ],
    ['a column twice', `rank,handle,wallet,rank\n`, [[1, 'rank']]],
    ['a short line', `rank,handle,wallet\n1,a`, [[2, 'line']]],
    ['an open quote', `rank,handle,wallet\n1,"a,${first}`, [[2, 'line']]],
    [
      'a bad wallet',
      `rank,handle,wallet\n1,a,${first}x\n2,b,0OIl\n3,c,\n4,d,11111111111111111111111111111111`,
      [
        [2, 'wallet'],
        [3, 'wallet'],
        [4, 'wallet'],
        [5, 'wallet'],
      ],
    ],
    ['a duplicate handle in other letters', `rank,handle,wallet\n1,Abc,${first}\n2,@aBC,${second}`, [[3, 'handle']]],
    [
      'a duplicate of a bad line',
      `rank,handle,wallet\n1,Abc,bad\n2,abc,${second}`,
      [
        [2, 'wallet'],
        [3, 'handle'],
      ],
    ],
    [
      'a bad handle',
      `rank,handle,wallet\n1,a b,${first}\n2,,${first}\n3,${'x'.repeat(33)},${first}`,
      [
        [2, 'handle'],
        [3, 'handle'],
        [4, 'handle'],
      ],
    ],
    [
      'a bad rank',
      `rank,handle,wallet\n0,a,${first}\n1.5,b,${first}\n,c,${first}`,
      [
        [2, 'rank'],
        [3, 'rank'],
        [4, 'rank'],
      ],
    ],
    [
      'bad followers',
      ['12k', '-1', '1e3', '"1,000"', '0x10', '99999999999999999999'].reduce(
        (text, bad, at) => `${text}1,h${at},${first},${bad}\n`,
        'rank,handle,wallet,followers\n',
      ),
      [2, 3, 4, 5, 6, 7].map((line) => [line, 'followers']),
    ],
    ['an unknown role', `rank,handle,wallet,roles\n1,a,${first},caller|boss`, [[2, 'roles']]],
    ['a wrong boolean', `rank,handle,wallet,verified\n1,a,${first},maybe`, [[2, 'verified']]],
    [
      'a mistyped EVM checksum',
      `rank,handle,wallet,evmWallet\n1,a,${first},${evm.replace(/[a-f]/, (letter) => letter.toUpperCase())}`,
      [[2, 'evmWallet']],
    ],
    [
      'several on one line',
      `rank,handle,wallet,roles\nx,a,y,z`,
      [
        [2, 'rank'],
        [2, 'wallet'],
        [2, 'roles'],
      ],
    ],
    ['a control character', `rank,handle,wallet,displayName\n1,a,${first},x\u0000y`, [[2, 'displayName']]],
  ])('reports %s', (_case, text, expected) => {
    expect(problemsOf(text)).toEqual(expected)
  })

  test('a line number counts the breaks inside quoted fields', () => {
    expect(problemsOf(`rank,handle,wallet,displayName\n1,a,${first},"x\r\ny"\n2,b,bad,z`)).toEqual([[4, 'wallet']])
  })

  test('a bad line does not take the good ones with it', () => {
    expect(parse(`rank,handle,wallet\n1,a,${first}\nx,b,${second}\n3,c,${second}`).kols.map(({ handle }) => handle)).toEqual(['a', 'c'])
  })
})

describe('rules 1.3: a directory file is bounded before it is split', () => {
  const size = 1_048_576
  const header = `rank,handle,wallet,aliases\n`
  test.each([
    ['commas', ',', 1],
    ['lines of one field', 'a\n', 2],
    ['commas below a header', `${header}${','.repeat(size)}`, 1],
    ['short lines below a header', `${header}${'a\n'.repeat(size / 2)}`, 1_001],
    ['separators in a list', `${header}1,a,${first},${'|'.repeat(size)}`, 1],
    ['an array of numbers', `[${'1,'.repeat(size / 2)}1]`, 1_001],
    ['an array of empty records', `[${'{},'.repeat(size / 3)}{}]`, 1_003],
    ['a record with many fields', `[{${Array.from({ length: 90_000 }, (_, index) => `"f${index}":1`).join(',')}}]`, 1_001],
  ])('%s', (_case, piece, problems) => {
    const text = piece.length < 10 ? piece.repeat(size / piece.length) : piece
    const found = parse(text)
    expect([found.kols.length, found.problems.length <= Math.max(problems, 4)]).toEqual([0, true])
    expect(found.problems.length).toBeGreaterThan(0)
  })
})

describe('rules 1.3: import of a JSON array', () => {
  test('reads records of the directory, and does not read their ids', () => {
    const { kols, problems } = parse(JSON.stringify(sampleKols))
    expect(problems).toEqual([])
    expect(kols).toEqual(sampleKols.map(({ id: _id, ...kol }) => ({ ...kol, optedOut: false })))
  })

  test.each([
    ['broken JSON', '[{', [[0, 'file']]],
    ['an object', '{}', [[0, 'file']]],
    [
      'records that are none',
      '[1, null, []]',
      [
        [1, 'record'],
        [2, 'record'],
        [3, 'record'],
      ],
    ],
    [
      'an unknown field',
      `[{"rank":1,"handle":"a","wallet":"${first}","__proto__":{},"wallets":1}]`,
      [
        [1, '__proto__'],
        [1, 'wallets'],
      ],
    ],
    [
      'wrong types',
      `[{"rank":1.5,"handle":{},"wallet":["${first}"],"roles":{},"aliases":[1],"displayName":3}]`,
      [
        [1, 'handle'],
        [1, 'displayName'],
        [1, 'aliases'],
        [1, 'wallet'],
        [1, 'rank'],
        [1, 'roles'],
      ],
    ],
    ['a separator in an item', `[{"rank":1,"handle":"a","wallet":"${first}","aliases":["x|y"]}]`, [[1, 'aliases']]],
  ])('reports %s', (_case, text, expected) => {
    expect(problemsOf(text).toSorted()).toEqual(expected.toSorted())
  })
})

describe('rules 1.3: an export of the directory', () => {
  test('is read by import as the very same directory, odd names, commas and opt-outs included', () => {
    const odd: KolImport = {
      ...parse(sampleKolsCsv).kols[0]!,
      handle: 'odd',
      displayName: 'A, "B" ß 🐶',
      aliases: ['=1+1', 'x, y'],
      optedOut: true,
    }
    const kols = [...parse(sampleKolsCsv).kols, odd]
    expect(parse(exportKols(kols))).toEqual({ kols, problems: [] })
    expect(exportKols(parse(exportKols(kols)).kols)).toBe(exportKols(kols))
  })
})

describe('rules 1.3: the sample directory', () => {
  test('holds 300 records of the schema, in under 150 kB', () => {
    expect(sampleKols).toHaveLength(300)
    expect(sampleKols.filter((kol) => !matchesSchema(Kol, kol))).toEqual([])
    expect(sampleKolsCsv.length).toBeLessThan(150_000)
  })

  test('no handle fits the 15 characters of the network it imitates, so it belongs to nobody', () => {
    expect(sampleKols.filter(({ handle }) => handle.length < 16)).toEqual([])
  })

  test('every wallet is a key that can sign, and some are shared', () => {
    const seeds = sampleKols.map((_, at) => nacl.hash(new TextEncoder().encode(`sample kol solana ${at + 1}`)).slice(0, 32))
    const keys = new Set(seeds.map((seed) => nacl.sign.keyPair.fromSeed(seed).publicKey.toHex()))
    expect(sampleKols.filter(({ wallet }) => !keys.has(fromBase58(wallet)!.toHex()))).toEqual([])
    expect(new Set(sampleKols.map(({ wallet }) => wallet)).size).toBe(295)
  })
})
