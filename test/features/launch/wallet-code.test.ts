import { describe, expect, test } from 'bun:test'
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { toBase58 } from '../../../src/lib/bytes.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'
import { createTestApp, newPerson } from '../../support/test-app.ts'

/** The most that Solana takes. */
const PACKET_BYTES = 1_232

describe('rules 10.20: an unsigned launch of the simulated chain', () => {
  test('is signed by what wallets are built on: deserialized, signed, serialized, and submitted', async () => {
    const app = await createTestApp()
    const key = await app.claim()
    const [launcher, mint] = [Keypair.generate(), Keypair.generate()]
    const offer = await app.call(
      'POST',
      '/api/agent/launch/unsigned',
      app.launchBody({ launcherPubkey: launcher.publicKey.toBase58(), mintPubkey: mint.publicKey.toBase58() }),
      { key },
    )
    expect(offer.status).toBe(200)
    const transactions = (offer.body.transactions as { transaction: string; signers: string[] }[]).map(({ transaction, signers }) => {
      const read = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'))
      expect(read.version).toBe(0)
      const { numRequiredSignatures } = read.message.header
      expect(read.message.staticAccountKeys.slice(0, numRequiredSignatures).map(String)).toEqual(signers)
      read.sign([launcher, mint])
      return Buffer.from(read.serialize()).toString('base64')
    })
    const submitted = await app.call('POST', '/api/agent/launch/submit', { launchId: offer.body.launchId, transactions }, { key })
    expect(submitted).toMatchObject({ status: 201, body: { mint: mint.publicKey.toBase58(), feeShareLocked: true } })
    await app.close()
  })

  test('the largest one fits into a packet, and every account of it can be read', async () => {
    const app = await createTestApp()
    const key = await app.claim()
    const wallets = Array.from({ length: 8 }, () => newPerson().wallet)
    const [launcher, mint] = [newPerson().wallet, toBase58(newKeyPair().publicKey)]
    const offer = await app.call(
      'POST',
      '/api/agent/launch/unsigned',
      app.launchBody({
        name: 'é'.repeat(16),
        ticker: 'ABCDEFGHIJKLM'.slice(0, 10),
        initialBuySol: 0.5,
        crew: wallets.map((wallet, index) => ({ handle: `@${index}`, wallet, share: index === 0 ? 30 : 10 })),
        launcherPubkey: launcher,
        mintPubkey: mint,
      }),
      { key },
    )
    expect(offer.status).toBe(200)
    const [{ transaction }] = offer.body.transactions
    const bytes = Buffer.from(transaction, 'base64')
    expect(bytes.length).toBeLessThanOrEqual(PACKET_BYTES)
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
    const { staticAccounts } = getCompiledTransactionMessageDecoder().decode(messageBytes)
    expect(Object.keys(signatures)).toEqual([launcher, mint])
    expect(staticAccounts.map(String)).toEqual(expect.arrayContaining(wallets as string[]))
    await app.close()
  })
})
