import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { AccountRole, address } from '@solana/kit'
import { associatedTokenAccount } from '../../src/lib/solana/associated-token-account.ts'
import { describeChain } from '../chain/support/describe-chain.ts'
import { PRICE } from '../support/payment-bank.ts'
import { newCoin, type PaidService } from './support/paid-service.ts'
import { type Draft, HOOKED_PROGRAM, newWallet, type SolanaScene, startSolanaScene, USDC } from './support/solana-scene.ts'

setDefaultTimeout(180_000)

describeChain('rules 5.1: bad payments on Solana', () => {
  let scene: SolanaScene
  beforeAll(async () => {
    scene = await startSolanaScene()
  })
  afterAll(() => scene.stop())

  const { body: coin } = newCoin()
  const dryRun = ({ call }: PaidService, headers: Record<string, string>) => call('POST', '/api/agent/launch/dry-run', coin, headers)

  const stranger = () => newWallet()
  const BAD: readonly (readonly [string, (good: Draft) => Promise<Partial<Draft>>, RegExp])[] = [
    ['less than the price', async () => ({ amount: PRICE.dryRun - 1n }), /the amount must be exactly 50000/],
    ['more than the price', async () => ({ amount: PRICE.dryRun + 1n }), /the amount must be exactly 50000/],
    ['a foreign fee payer', async () => ({ feePayer: (await stranger()).wallet }), /the fee payer must be/],
    [
      'another mint',
      async ({ payer }) => {
        const mint = (await stranger()).wallet
        scene.addMint(mint)
        scene.hold(scene.payee.wallet, 0n, mint)
        scene.hold(payer.wallet, 1_000_000n, mint)
        return { mint }
      },
      /the asset must be EPjF/,
    ],
    [
      'a mint of Token-2022, whose hook may do anything',
      async () => ({ tokenProgram: HOOKED_PROGRAM }),
      /TransferChecked of the token program/,
    ],
    ['another recipient', async () => ({ destination: associatedTokenAccount((await stranger()).wallet, USDC) }), /the recipient must be/],
    [
      'money of another, whom the payer is a delegate of',
      async () => ({ source: associatedTokenAccount((await stranger()).wallet, USDC) }),
      /from its associated token account/,
    ],
    [
      'a durable nonce, which never expires',
      async ({ payer }) => ({
        first: [
          {
            programAddress: address('11111111111111111111111111111111'),
            accounts: [{ address: address(payer.wallet), role: AccountRole.WRITABLE }],
            data: Uint8Array.of(4, 0, 0, 0),
          },
        ],
      }),
      /instruction 1 must set the compute unit limit/,
    ],
    [
      'a transfer of the fee payer’s SOL behind it',
      async ({ payer }) => ({
        last: [
          {
            programAddress: address('11111111111111111111111111111111'),
            accounts: [
              { address: address(scene.feePayer.wallet), role: AccountRole.WRITABLE_SIGNER },
              { address: address(payer.wallet), role: AccountRole.WRITABLE },
            ],
            data: Uint8Array.of(2, 0, 0, 0, 0, 225, 245, 5, 0, 0, 0, 0),
          },
        ],
      }),
      /after the transfer only a memo may follow/,
    ],
    [
      'the fee payer in a memo’s accounts',
      async () => ({
        last: [
          {
            programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
            accounts: [{ address: address(scene.feePayer.wallet), role: AccountRole.READONLY_SIGNER }],
            data: Uint8Array.of(65),
          },
        ],
      }),
      /no instruction may name the fee payer/,
    ],
  ]

  test.each(BAD)('%s: refused before the facilitator is asked, and nothing moves', async (_what, changesOf, reason) => {
    await scene.serving(async (service) => {
      const payer = await scene.newPayer()
      const good = { payer, amount: PRICE.dryRun }
      const transaction = await scene.draft({ ...good, ...(await changesOf(good)) })
      await dryRun(service, {})
      const before = { ...scene.facilitator.calls }
      const answer = await dryRun(service, scene.headerOf(transaction, PRICE.dryRun))
      expect(answer).toMatchObject({ status: 402, body: { code: 'payment_mismatch' } })
      expect(answer.body.detail).toMatch(reason)
      expect([scene.held(payer.wallet), scene.facilitator.calls, await service.states()]).toEqual([10_000_000n, before, {}])
    })
  })

  test('for another network, by nobody’s signature, or of bytes that are no transaction: refused, and nothing moves', async () => {
    await scene.serving(async (service) => {
      const payer = await scene.newPayer()
      const transaction = await scene.draft({ payer, amount: PRICE.dryRun })
      const bytes = Buffer.from(transaction, 'base64')
      const forged = Buffer.from(bytes)
      forged[70] = forged[70]! ^ 1
      const refusals = [
        [
          scene.headerOf(transaction, PRICE.dryRun, { network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }),
          /the network must be solana:5eykt/,
        ],
        [scene.headerOf(transaction, PRICE.dryRun, { network: 'eip155:8453' }), /payload.authorization is missing/],
        [scene.headerOf(forged.toString('base64'), PRICE.dryRun), /signature is missing or invalid/],
        [scene.headerOf(bytes.subarray(0, -1).toString('base64'), PRICE.dryRun), /payload.transaction must be/],
        [scene.headerOf(Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64'), PRICE.dryRun), /payload.transaction must be/],
      ] as const
      for (const [headers, reason] of refusals) {
        const answer = await dryRun(service, headers)
        expect(answer.body.detail).toMatch(reason)
        expect([400, 402]).toContain(answer.status)
      }
      expect([scene.held(payer.wallet), await service.states()]).toEqual([10_000_000n, {}])
    })
  })

  test('where no payments are taken on Solana, one of them is told the network', async () => {
    await scene.serving(
      async (service) => {
        const payer = await scene.newPayer()
        const answer = await dryRun(service, scene.headerOf(await scene.draft({ payer, amount: PRICE.dryRun }), PRICE.dryRun))
        expect(answer).toMatchObject({ status: 402, body: { code: 'payment_mismatch' } })
        expect(answer.body.detail).toContain('the network must be eip155:8453')
      },
      { X402_SOLANA_PAY_TO: '' },
    )
  })

  test('a payer without money, and a blockhash that has expired: refused, and nothing charged', async () => {
    await scene.serving(async (service) => {
      const poor = await scene.newPayer(PRICE.dryRun - 1n)
      const late = await scene.newPayer()
      const old = await scene.draft({ payer: late, amount: PRICE.dryRun })
      scene.chain.advanceSlots(151)
      for (const transaction of [await scene.draft({ payer: poor, amount: PRICE.dryRun }), old]) {
        const answer = await dryRun(service, scene.headerOf(transaction, PRICE.dryRun))
        expect(answer).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
      }
      expect([scene.held(poor.wallet), scene.held(late.wallet), await service.states()]).toEqual([PRICE.dryRun - 1n, 10_000_000n, {}])
    })
  })
})
