import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  bytesToHex,
  type Hex,
  hexToBytes,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializableEIP1559,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { fromBase64, toBase64 } from '../../src/lib/bytes.ts'
import type { Answer } from '../support/test-app.ts'
import { describeAnvil } from './support/anvil.ts'
import { createEvmService, type EvmService } from './support/evm-service.ts'
import type { EvmPerson } from './support/serve-on-anvil.ts'

setDefaultTimeout(180_000)

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

describeAnvil('a launch on Base that the client signs', () => {
  let service: EvmService
  beforeAll(async () => void (service = await createEvmService()))
  afterAll(() => service.stop())

  const messagesOf = ({ body }: Answer): TransactionSerializableEIP1559[] =>
    body.transactions.map(({ transaction }: any) => parseTransaction(bytesToHex(fromBase64(transaction)!)))

  const sign = async ({ key }: EvmPerson, message: TransactionSerializableEIP1559) =>
    toBase64(hexToBytes(await privateKeyToAccount(key).signTransaction(message)))

  async function offered(changes: Record<string, unknown> = {}): Promise<{ launcher: EvmPerson; offer: Answer; signed: string[] }> {
    const launcher = await service.person()
    const offer = await service.post('/api/agent/launch/unsigned', service.body(launcher, changes))
    expect(offer.status).toBe(200)
    return { launcher, offer, signed: await Promise.all(messagesOf(offer).map((message) => sign(launcher, message))) }
  }

  const submit = (offer: Answer, transactions: string[]) =>
    service.post('/api/agent/launch/submit', { launchId: offer.body.launchId, transactions })

  const nonceOf = async ({ wallet }: EvmPerson) => Number(await service.anvil.call<string>('eth_getTransactionCount', wallet, 'latest'))

  test('rules 10.20: one EIP-1559 transaction, signed elsewhere, is one locked coin', async () => {
    const { launcher, offer, signed } = await offered()
    const messages = messagesOf(offer)
    expect(messages.map(({ type, chainId, nonce }) => [type, chainId, nonce])).toEqual([['eip1559', 8_453, 0]])
    expect(offer.body.transactions.map(({ signers }: any) => signers)).toEqual([[launcher.wallet]])
    expect(offer.body).toMatchObject({ lockPath: 'atomic-evm', lastValidBlockHeight: null })
    expect(await nonceOf(launcher)).toBe(0)

    const launched = await submit(offer, signed)
    expect(launched).toMatchObject({ status: 201, body: { mint: offer.body.mint, feeShareLocked: true, launcher: launcher.wallet } })
    expect((await submit(offer, signed)).body).toEqual(launched.body)
    expect(await nonceOf(launcher)).toBe(1)
    expect((await service.get(`/api/agent/status/${launched.body.mint}`)).body.feeShareLocked).toBe(true)
  })

  test('rules 10.20: what comes back changed, unsigned, signed by another or in another order is refused, and nothing is sent', async () => {
    const { launcher, offer, signed } = await offered()
    const [first] = messagesOf(offer) as [TransactionSerializableEIP1559]
    const other = await offered()
    const stranger = await service.person()
    const whole = bytesToHex(fromBase64(signed[0]!)!)
    const { r, s, yParity, v: _v, ...rest } = parseTransaction(whole)
    const twin = `0x${(ORDER - BigInt(s!)).toString(16).padStart(64, '0')}` as const
    const malleable = serializeTransaction(rest as TransactionSerializableEIP1559, { r: r!, s: twin, yParity: 1 - yParity! })
    expect(await recoverTransactionAddress({ serializedTransaction: malleable as `0x02${string}` }).catch(() => null)).not.toBe(
      stranger.wallet as `0x${string}`,
    )
    const cases: [string, string, RegExp][] = [
      ['another recipient', await sign(launcher, { ...first, to: launcher.wallet as `0x${string}` }), /message differs/],
      ['another fee', await sign(launcher, { ...first, maxFeePerGas: first.maxFeePerGas! + 1n }), /message differs/],
      ['another number', await sign(launcher, { ...first, nonce: 1 }), /message differs/],
      ['another chain', await sign(launcher, { ...first, chainId: 1 }), /message differs/],
      ['that of another launch', other.signed[0]!, /message differs/],
      ['no signature', offer.body.transactions[0].transaction, /signature of 0x\w+ is missing/],
      ['the signature of a stranger', await sign(stranger, first), /signature of 0x\w+ is missing/],
      ['the signature’s twin, which the chain does not take', toBase64(hexToBytes(malleable)), /signature of 0x\w+ is missing/],
      ['bytes behind it', toBase64(new Uint8Array([...fromBase64(signed[0]!)!, 0])), /message differs/],
      ['nonsense', 'AAAA', /message differs/],
    ]
    for (const [name, bytes, detail] of cases) {
      const answer = await submit(offer, [bytes, ...signed.slice(1)])
      expect({ name, status: answer.status, code: answer.body.code }).toEqual({ name, status: 400, code: 'signed_transaction_mismatch' })
      expect(answer.body.detail).toMatch(detail)
    }
    expect(await submit(offer, [signed[0]!, signed[0]!])).toMatchObject({ status: 400, body: { code: 'signed_transaction_mismatch' } })
    expect(await nonceOf(launcher)).toBe(0)
    expect((await submit(offer, signed)).status).toBe(201)
  })

  test('rules 10.20: a client that sent them itself already submits the same ones, and it is one coin', async () => {
    const { launcher, offer, signed } = await offered()
    for (const bytes of signed) {
      await service.anvil.call('eth_sendRawTransaction', bytesToHex(fromBase64(bytes)!))
      await service.anvil.mine()
    }
    expect(await submit(offer, signed)).toMatchObject({ status: 201, body: { mint: offer.body.mint, feeShareLocked: true } })
    expect(await nonceOf(launcher)).toBe(1)
  })

  describe('rules 10.20: a wallet that sends what it signs submits hashes', () => {
    const submitHashes = (offer: Answer, hashes: string[], more: object = {}) =>
      service.post('/api/agent/launch/submit', { launchId: offer.body.launchId, hashes, ...more })
    /** As a browser wallet sends it: at a fee, gas limit and number of its own. */
    const sendAs = async ({ key }: EvmPerson, message: TransactionSerializableEIP1559, changes: object = {}) =>
      service.anvil.call<Hex>(
        'eth_sendRawTransaction',
        await privateKeyToAccount(key).signTransaction({
          ...message,
          maxFeePerGas: message.maxFeePerGas! * 2n,
          gas: message.gas! + 1n,
          ...changes,
        }),
      )

    test('its own fee and number make no difference: one locked coin, that is listed, however late it is told', async () => {
      const { launcher, offer, signed } = await offered()
      await service.anvil.sendAs(launcher.wallet, { to: launcher.wallet, value: 1n })
      const hash = await sendAs(launcher, messagesOf(offer)[0]!, { nonce: 1 })
      await service.anvil.mine(3)
      await service.app.clock.advance(16 * 60_000)
      expect((await submit(offer, signed)).body.code).toBe('launch_offer_expired')
      const launched = await submitHashes(offer, [hash.toUpperCase().replace('0X', '0x')])
      expect(launched).toMatchObject({ status: 201, body: { mint: offer.body.mint, feeShareLocked: true, signature: hash } })
      expect((await submitHashes(offer, [hash])).body).toEqual(launched.body)
      expect((await service.get(`/api/coins/${launched.body.mint}`)).status).toBe(200)
      expect(await nonceOf(launcher)).toBe(2)
    })

    test('what does something else, is another’s or is not there is refused, and the right one is still taken', async () => {
      const { launcher, offer } = await offered()
      const [message] = messagesOf(offer) as [TransactionSerializableEIP1559]
      const stranger = await service.person()
      await service.anvil.call('evm_setAutomine', false)
      const cases: [string, string, RegExp][] = [
        ['another recipient', await sendAs(launcher, { ...message, to: launcher.wallet as Hex }, { nonce: 5 }), /calls another address/],
        ['other data', await sendAs(launcher, { ...message, data: '0x1234' }, { nonce: 6 }), /data differs/],
        ['a value', await sendAs(launcher, { ...message, value: 1n }, { nonce: 7 }), /value differs/],
        ['a stranger’s', await sendAs(stranger, message, { nonce: 9 }), /sender is not 0x/],
        ['one that nobody sent', `0x${'ab'.repeat(32)}`, /no node has it yet/],
        ['no hash', `0x${'zz'.repeat(32)}`, /no hash/],
      ]
      await service.anvil.call('evm_setAutomine', true)
      for (const [name, hash, detail] of cases) {
        const answer = await submitHashes(offer, [hash])
        expect({ name, status: answer.status, code: answer.body.code }).toEqual({ name, status: 400, code: 'signed_transaction_mismatch' })
        expect([name, answer.body.detail, answer.body.errors[0].path]).toEqual([name, expect.stringMatching(detail), '/hashes/0'])
      }
      const whole = await sendAs(launcher, message)
      expect((await submitHashes(offer, [whole, whole])).body.code).toBe('signed_transaction_mismatch')
      expect((await submitHashes(offer, [whole], { transactions: ['AAAA'] })).body.code).toBe('validation_invalid')
      expect((await service.post('/api/agent/launch/submit', { launchId: offer.body.launchId })).body.code).toBe('validation_invalid')
      expect(await submitHashes(offer, [whole])).toMatchObject({ status: 201, body: { mint: offer.body.mint, feeShareLocked: true } })
    })

    test('there is a quarter of an hour to sign where nothing expires', async () => {
      const { offer, signed } = await offered()
      expect(Date.parse(offer.body.expiresAt) - service.app.clock.nowMs()).toBe(15 * 60_000)
      await service.app.clock.advance(14 * 60_000)
      expect((await submit(offer, signed)).status).toBe(201)
    })
  })

  test('decision "No first buy, no holder-KOL and no graduation on Base": a mint is not named by the client here', async () => {
    const launcher = await service.person()
    const answer = await service.post('/api/agent/launch/unsigned', service.body(launcher, { mintPubkey: launcher.wallet }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_invalid', errors: [{ path: '/mintPubkey' }] } })
  })
})
