import { bps, lamports, tokenMicros } from '../../../src/domain/brands.ts'
import { afterEach, describe, expect, test } from 'bun:test'
import { PublicKey } from '@solana/web3.js'
import { createJupiter, JUPITER_PROGRAM } from '../../../src/adapters/launchpads/pump/jupiter.ts'
import { toBase58 } from '../../../src/lib/bytes.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'
import { createOutsideWeb, type OutsideWeb } from '../../support/outside-web.ts'

const SOL = 'So11111111111111111111111111111111111111112'
const key = () => toBase58(newKeyPair().publicKey)
const [mint, user, table] = [key(), key(), key()]

const answerOf = (changes: Record<string, unknown> = {}, swap: Record<string, unknown> = {}) => ({
  inputMint: SOL,
  outputMint: mint,
  inAmount: '48000000',
  outAmount: '1650000000000',
  otherAmountThreshold: '1633500000000',
  swapMode: 'ExactIn',
  slippageBps: bps(100),
  priceImpactPct: '0.0016',
  routePlan: [],
  computeBudgetInstructions: [],
  setupInstructions: [{ programId: '11111111111111111111111111111111', accounts: [], data: 'AgAAAADKmjsAAAAA' }],
  swapInstruction: {
    programId: JUPITER_PROGRAM.toBase58(),
    accounts: [
      { pubkey: user, isSigner: true, isWritable: true },
      { pubkey: mint, isSigner: false, isWritable: false },
    ],
    data: 'AQIDBA==',
    ...swap,
  },
  cleanupInstruction: null,
  otherInstructions: [],
  addressesByLookupTableAddress: { [table]: [key()] },
  blockhashWithMetadata: { blockhash: [1], lastValidBlockHeight: 1 },
  ...changes,
})

let outside: OutsideWeb | null = null
afterEach(() => outside?.stop())

async function ask(answer: unknown, status = 200) {
  outside = createOutsideWeb(() => new Response(JSON.stringify(answer), { status }))
  const jupiter = createJupiter({ web: outside.web, apiKey: new Secret('the-key-of-jupiter'), url: 'https://public.test' })
  return jupiter({ mint: new PublicKey(mint), user: new PublicKey(user), spentLamports: lamports(48_000_000), slippageBps: bps(100) })
}

describe('decision "With JUPITER_API_KEY": a route of Jupiter', () => {
  test('is asked for with the exact amount, and only its swap and its figures are taken', async () => {
    const route = await ask(answerOf())
    const asked = new URL(outside!.requests[0]!.split(' ')[1]!)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      inputMint: SOL,
      outputMint: mint,
      amount: '48000000',
      taker: user,
      slippageBps: '100',
    })
    expect(asked.pathname).toBe('/swap/v2/build')
    expect(outside!.headers[0]!.get('x-api-key')).toBe('the-key-of-jupiter')
    expect({ ...route, swap: route.swap.keys.map(({ pubkey }) => pubkey.toBase58()) }).toEqual({
      tokenMicros: tokenMicros(1_650_000_000_000),
      impactBps: bps(16),
      tables: [table],
      swap: [user, mint],
    })
    expect([...route.swap.data]).toEqual([1, 2, 3, 4])
  })

  test.each([
    ['of another program', answerOf({}, { programId: '11111111111111111111111111111111' })],
    ['that wants another signature', answerOf({}, { accounts: [{ pubkey: key(), isSigner: true, isWritable: true }] })],
    ['with an account that is none', answerOf({}, { accounts: [{ pubkey: 'x', isSigner: false, isWritable: true }] })],
    ['without flags', answerOf({}, { accounts: [{ pubkey: key() }] })],
    [
      'of 200 accounts',
      answerOf({}, { accounts: Array.from({ length: 200 }, () => ({ pubkey: mint, isSigner: false, isWritable: false })) }),
    ],
    ['with data that is no base64', answerOf({}, { data: '*' })],
    ['with 2 kB of data', answerOf({}, { data: Buffer.alloc(2_000).toString('base64') })],
    ['for another coin', answerOf({ outputMint: key() })],
    ['of another coin', answerOf({ inputMint: key() })],
    ['that spends more', answerOf({ inAmount: '480000000' })],
    ['that spends what it likes', answerOf({ swapMode: 'ExactOut' })],
    ['that brings nothing', answerOf({ outAmount: '0' })],
    ['that brings a float', answerOf({ outAmount: 1.65e12 })],
    ['without a price impact', answerOf({ priceImpactPct: null })],
    ['with a lookup table that is none', answerOf({ addressesByLookupTableAddress: { nope: [] } })],
    [
      'with too many lookup tables',
      answerOf({ addressesByLookupTableAddress: Object.fromEntries(Array.from({ length: 7 }, () => [key(), []])) }),
    ],
    ['that is missing', { error: 'no route' }],
    ['that is null', null],
  ])('%s is no route', async (_case, answer) => {
    await expect(ask(answer)).rejects.toThrow()
  })

  test('a refusal repeats neither key nor answer', async () => {
    const error = await ask({ error: 'the-key-of-jupiter is wrong' }, 401).catch((thrown: unknown) => thrown)
    expect(String(error)).toBe('Error: HTTP 401')
  })
})
