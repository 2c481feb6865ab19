import { expect, test } from 'bun:test'
import type { Mint, Wallet } from '../../src/domain/brands.ts'
import { fromBase64, toBase58, toBase64 } from '../../src/lib/bytes.ts'
import type { KeyPair } from '../../src/lib/ed25519.ts'
import type { UnsignedTransaction } from '../../src/domain/operation.ts'
import { describeChain } from './support/describe-chain.ts'
import { codeOf, createPumpScene, planFor, sendsOf, settle, SOL } from './support/pump-scene.ts'
import { signTransaction } from './support/sign-transaction.ts'
import { newKeyPair } from '../support/new-key-pair.ts'

const sign = ({ bytesBase64, signers }: UnsignedTransaction, pairs: readonly KeyPair[]) =>
  signTransaction({ transaction: bytesBase64, signers }, pairs)

describeChain('rules 10.20: pump launches that the client signs', () => {
  async function unsigned(options: { withTable: boolean; crew: number; buyLamports?: bigint }) {
    const scene = await createPumpScene({ withTable: options.withTable })
    const [launcherPair, mintPair] = [newKeyPair(), newKeyPair()]
    const [launcher, mint] = [launcherPair, mintPair].map(({ publicKey }) => toBase58(publicKey)) as [Wallet, Mint]
    scene.server.chain.airdrop(launcher, 10n * SOL)
    const plan = planFor(launcher, options)
    const handed = await scene.launchpad.unsigned!.prepare(plan, launcher, mint)
    return { ...scene, pairs: [launcherPair, mintPair], wallet: launcher, mint, plan, handed }
  }

  test.each([
    ['in one transaction', { withTable: true, crew: 3 }],
    ['with a table of its own', { withTable: false, crew: 8, buyLamports: SOL / 10n }],
  ])('%s: what comes back signed lands as it was handed out', async (how, options) => {
    const { server, launchpad, pairs, mint, plan, handed, wallet } = await unsigned(options)
    expect(handed).toMatchObject({ mint, lockPath: 'atomic-v0' })
    expect(handed.transactions).toHaveLength(how === 'in one transaction' ? 1 : 2)
    const purpose = `create the coin, lock the fee split${'buyLamports' in options ? ', buy for the launcher' : ''}`
    expect(handed.transactions.at(-1)).toMatchObject({ signers: [wallet, mint], purpose })
    const signed = await launchpad.unsigned!.accept(
      handed.transactions,
      handed.transactions.map((transaction) => sign(transaction, pairs)),
    )
    expect((await settle(launchpad, signed)).every(({ status }) => status === 'landed')).toBe(true)
    expect((await launchpad.readCoin(mint))!.feeShare).toEqual({ locked: true, shareholders: [...plan.shareholders] })
    await server.stop()
  })

  test('another message, a missing signature, a foreign one and a wrong count are refused, and nothing is sent', async () => {
    const { server, launchpad, pairs, handed } = await unsigned({ withTable: true, crew: 3 })
    server.requests.length = 0
    const [ours] = handed.transactions
    const accept = async (signed: string[]) => launchpad.unsigned!.accept(handed.transactions, signed)
    const good = sign(ours!, pairs)
    const altered = fromBase64(good)!
    altered[altered.length - 1]! ^= 1
    const forged = fromBase64(good)!
    forged[10]! ^= 1
    for (const bad of [
      [toBase64(altered)],
      [toBase64(forged)],
      [sign(ours!, pairs.slice(0, 1))],
      [ours!.bytesBase64],
      ['%'],
      [],
      [good, good],
    ]) {
      expect(await codeOf(accept(bad))).toBe('signed_transaction_mismatch')
    }
    expect(await accept([good])).toHaveLength(1)
    expect(sendsOf(server)).toBe(0)
    await server.stop()
  })

  test('a mint that exists, a mint that is the launcher and a text that is no address are refused', async () => {
    const { server, launchpad, pairs, handed, plan, wallet, mint } = await unsigned({ withTable: true, crew: 3 })
    await settle(launchpad, await launchpad.unsigned!.accept(handed.transactions, [sign(handed.transactions[0]!, pairs)]))
    const again = launchpad.unsigned!.prepare(plan, wallet, mint)
    await expect(again).rejects.toMatchObject({ code: 'mint_exists', context: { mint } })
    expect(await codeOf(launchpad.unsigned!.prepare(plan, wallet, wallet as string as Mint))).toBe('wallet_invalid')
    expect(await codeOf(launchpad.unsigned!.prepare(plan, wallet, 'nonsense' as Mint))).toBe('wallet_invalid')
    await server.stop()
  })

  test('the lock of a coin that was launched open lands as it was handed out, in a transaction that every wallet reads', async () => {
    const { server, launchpad, pairs, handed, plan, wallet, mint } = await unsigned({ withTable: false, crew: 0 })
    const signAll = (transactions: readonly UnsignedTransaction[]) =>
      launchpad.unsigned!.accept(
        transactions,
        transactions.map((transaction) => sign(transaction, pairs)),
      )
    await settle(launchpad, await signAll(handed.transactions))
    const { shareholders } = planFor(wallet, { crew: 3 })
    const lock = await launchpad.unsigned!.prepareLock(mint, shareholders, wallet)
    expect(plan.shareholders).toEqual([])
    expect(lock.at(-1)).toMatchObject({ signers: [wallet], purpose: 'lock the fee split' })
    expect((await settle(launchpad, await signAll(lock))).every(({ status }) => status === 'landed')).toBe(true)
    expect((await launchpad.readCoin(mint))!.feeShare).toEqual({ locked: true, shareholders: [...shareholders] })
    expect(await codeOf(launchpad.unsigned!.prepareLock(mint, shareholders, wallet))).toBe('fee_share_already_locked')
    await server.stop()
  })
})
