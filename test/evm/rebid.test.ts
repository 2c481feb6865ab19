import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { bytesToHex, type Hex, hexToBytes, parseTransaction, type TransactionSerializableEIP1559 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createZoraLaunchpad } from '../../src/adapters/launchpads/zora/launchpad.ts'
import type { SignedTransaction, TransactionState } from '../../src/domain/operation.ts'
import { fromBase64, toBase64 } from '../../src/lib/bytes.ts'
import { Secret } from '../../src/lib/secret.ts'
import { refusalOf } from '../support/app-error.ts'
import { exactLaunchpad } from '../support/exact-refusals.ts'
import { describeAnvil } from './support/anvil.ts'
import { mineAt } from './support/base-fee.ts'
import { createEvmScene, type EvmScene, newEvmWallet, zoraOptions } from './support/evm-scene.ts'
import { startLyingNode } from './support/lying-node.ts'
import { olderLaunch } from './support/older-launch.ts'
import { plan } from './support/weather-plan.ts'

setDefaultTimeout(180_000)

const GWEI = 10n ** 9n
/** Between what the first bid accepts (four times the base fee) and what the second does (eight times). */
const RISEN = 6n * GWEI

describeAnvil('decision "A second bid is signed with the first": the base fee of Base rises after the signing', () => {
  let scene: EvmScene
  beforeAll(async () => void (scene = await createEvmScene()))
  afterAll(() => scene.anvil.stop())

  /** A launch that is signed while the base fee is 1 gwei, and not sent; no block comes by itself. */
  async function signed({ older = false } = {}) {
    await scene.anvil.call('evm_setAutomine', false)
    await scene.anvil.call('anvil_dropAllTransactions')
    await mineAt(scene.anvil, GWEI)
    const launcher = await scene.fundedLauncher()
    const wanted = plan()
    const launch = older ? await olderLaunch(scene.anvil, wanted, launcher) : await scene.launchpad.prepareLaunch(wanted, launcher)
    return { launcher, wanted, ...launch, create: launch.transactions[0]! }
  }
  type Run = Awaited<ReturnType<typeof signed>>

  const nonceOf = async ({ launcher }: Run) => Number(await scene.anvil.call<Hex>('eth_getTransactionCount', launcher.wallet, 'latest'))

  /** Looks, with a block of this base fee after each look, until all is decided. */
  async function settle(transactions: readonly SignedTransaction[], baseFeeWei: bigint): Promise<TransactionState[]> {
    for (let round = 0; round < 20; round += 1) {
      const states = await scene.launchpad.advance(transactions)
      if (states.every(({ status }) => status !== 'pending')) return states
      await mineAt(scene.anvil, baseFeeWei)
    }
    throw new Error('nothing is decided')
  }

  async function expectOneCoin(run: Run, transactions = 1): Promise<void> {
    const coin = await scene.launchpad.readCoin(run.mint, { shareholders: run.wanted.shareholders, launcher: run.launcher.wallet })
    expect(coin).toMatchObject({ feeShare: { locked: true, shareholders: run.wanted.shareholders } })
    expect(await nonceOf(run)).toBe(transactions)
  }

  test('rules 10.31: it replaces the first one that waits in the mempool, lands, and is told as what landed', async () => {
    const run = await signed()
    await scene.launchpad.advance(run.transactions)
    await mineAt(scene.anvil, RISEN)
    expect(await nonceOf(run)).toBe(0)
    expect(await settle(run.transactions, RISEN)).toMatchObject([{ status: 'landed', replacedBy: run.create.rebid!.signature }])
    await expectOneCoin(run)
  })

  test('rules 10.31: the first was dropped by the node: the second lands, and the first, sent by hand, makes no second coin', async () => {
    const run = await signed()
    await scene.launchpad.advance(run.transactions)
    await scene.anvil.call('anvil_dropTransaction', run.create.signature)
    await mineAt(scene.anvil, RISEN)
    expect(await settle(run.transactions, RISEN)).toMatchObject([{ status: 'landed', replacedBy: run.create.rebid!.signature }])
    await scene.anvil.call('eth_sendRawTransaction', bytesToHex(fromBase64(run.create.bytesBase64)!)).catch(() => null)
    await mineAt(scene.anvil, GWEI)
    await expectOneCoin(run)
  })

  test('rules 10.31: a fee above both bids: it waits, is never called dead, and the one that can pay lands', async () => {
    const run = await signed()
    for (let round = 0; round < 3; round += 1) {
      expect(await scene.launchpad.advance(run.transactions)).toMatchObject([{ status: 'pending' }])
      await mineAt(scene.anvil, 100n * GWEI)
    }
    expect(await nonceOf(run)).toBe(0)
    await mineAt(scene.anvil, RISEN)
    expect(await settle(run.transactions, RISEN)).toMatchObject([{ status: 'landed' }])
    await expectOneCoin(run)
  })

  test('rules 10.31: a fee that rises and falls again: either bid lands, and the other one never does', async () => {
    const run = await signed()
    await mineAt(scene.anvil, RISEN)
    await scene.launchpad.advance(run.transactions)
    await scene.anvil.call('anvil_dropAllTransactions')
    await mineAt(scene.anvil, GWEI)
    expect((await settle(run.transactions, GWEI))[0]).toEqual({ status: 'landed', height: expect.any(Number), error: null })
    await scene.anvil.call('eth_sendRawTransaction', bytesToHex(fromBase64(run.create.rebid!.bytesBase64)!)).catch(() => null)
    await mineAt(scene.anvil, GWEI)
    await expectOneCoin(run)
  })

  test.each([
    ['the first lands again', GWEI, GWEI],
    ['the second takes the place of the first', GWEI, RISEN],
    ['the first takes the place of the second', RISEN, GWEI],
  ])(
    'rules 10.31: a reorganisation after which %s: what counts is what stands in the end, and it is one coin',
    async (_what, one, other) => {
      const run = await signed()
      await mineAt(scene.anvil, one)
      const before = await scene.anvil.call<Hex>('evm_snapshot')
      await scene.launchpad.advance(run.transactions)
      await mineAt(scene.anvil, one)
      expect(await nonceOf(run)).toBe(1)
      expect(await scene.launchpad.advance(run.transactions)).toMatchObject([{ status: 'pending' }])
      await scene.anvil.call('evm_revert', before)
      await scene.anvil.call('anvil_dropAllTransactions')
      await mineAt(scene.anvil, other)
      expect(await nonceOf(run)).toBe(0)
      const [state] = await settle(run.transactions, other)
      expect([state!.status, state!.replacedBy]).toEqual(['landed', other === RISEN ? run.create.rebid!.signature : undefined])
      await expectOneCoin(run)
    },
  )

  test('rules 10.31: of transactions in a row each is bid again by itself, and the next goes on from whichever landed', async () => {
    const run = await signed({ older: true })
    const before = await settle(run.transactions.slice(0, 1), GWEI)
    expect(before[0]!.replacedBy).toBeUndefined()
    await mineAt(scene.anvil, RISEN)
    const states = await settle(run.transactions, RISEN)
    expect(states.map(({ status }) => status)).toEqual(['landed', 'landed', 'landed'])
    expect(states.map(({ replacedBy }) => replacedBy)).toEqual([
      undefined,
      run.transactions[1]!.rebid!.signature,
      run.transactions[2]!.rebid!.signature,
    ])
    await expectOneCoin(run, 3)
  })

  test('rules 10.31: the number is used for something else: both bids are dead by that block, and there is no coin', async () => {
    const run = await signed()
    await scene.launchpad.advance(run.transactions)
    const { nonce, chainId } = parseTransaction(bytesToHex(fromBase64(run.create.bytesBase64)!))
    const fees = { maxFeePerGas: 50n * GWEI, maxPriorityFeePerGas: 9n * GWEI }
    const theirs = {
      type: 'eip1559',
      chainId: chainId!,
      nonce: nonce!,
      to: newEvmWallet() as string as Hex,
      gas: 21_000n,
      ...fees,
    } as const
    const account = privateKeyToAccount(bytesToHex(run.launcher.secret.reveal()))
    await scene.anvil.call('eth_sendRawTransaction', await account.signTransaction(theirs))
    await mineAt(scene.anvil, RISEN)
    expect(await settle(run.transactions, RISEN)).toMatchObject([{ status: 'expired' }])
    expect(await scene.launchpad.readCoin(run.mint)).toBeNull()
  })

  test('rules 10.31: a node that shows both in blocks contradicts itself: nothing is decided by that', async () => {
    const run = await signed()
    await settle(run.transactions, GWEI)
    const receipt = await scene.anvil.call<{ logs: object[] }>('eth_getTransactionReceipt', run.create.signature)
    const liar = startLyingNode(scene.anvil.url, ({ method, params: [transactionHash] }) => {
      if (method !== 'eth_getTransactionReceipt') return null
      return { result: { ...receipt, transactionHash, logs: receipt.logs.map((log) => ({ ...log, transactionHash })) } }
    })
    const pad = exactLaunchpad(createZoraLaunchpad({ ...zoraOptions(scene.anvil), rpcUrls: [new Secret(liar.url)] }))
    expect(await pad.advance(run.transactions)).toMatchObject([{ status: 'pending' }])
    await liar.stop()
  })

  test('rules 10.29: the dry-run and the check of the balance count the second bid', async () => {
    const run = await signed()
    const { gas } = parseTransaction(bytesToHex(fromBase64(run.create.bytesBase64)!))
    const second = parseTransaction(bytesToHex(fromBase64(run.create.rebid!.bytesBase64)!))
    const { totalAtomic } = await scene.launchpad.estimateLaunch(run.wanted, run.launcher.wallet)
    expect(totalAtomic).toBeGreaterThan(gas! * 7n * GWEI)
    expect(totalAtomic).toBeLessThan(gas! * (second.maxFeePerGas! + 3n * GWEI))
    const poor = await scene.fundedLauncher(gas! * 5n * GWEI)
    expect(await refusalOf(() => scene.launchpad.prepareLaunch(run.wanted, poor))).toMatchObject({ code: 'balance_too_low' })
  })

  test('decision "A second bid is signed with the first": both bids do the same, by one number, and what the client signs has none', async () => {
    const run = await signed()
    const [first, second] = [run.create.bytesBase64, run.create.rebid!.bytesBase64].map((bytes) =>
      parseTransaction(bytesToHex(fromBase64(bytes)!)),
    )
    const fixed = ({ nonce, to, data, gas, value, chainId }: NonNullable<typeof first>) => ({ nonce, to, data, gas, value, chainId })
    expect(fixed(first!)).toEqual(fixed(second!))
    // A node takes a replacement only where both are a tenth higher.
    for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) expect(second![fee]! * 10n).toBeGreaterThan(first![fee]! * 11n)
    const { transactions } = await scene.launchpad.unsigned!.prepare(run.wanted, run.launcher.wallet, null)
    const account = privateKeyToAccount(bytesToHex(run.launcher.secret.reveal()))
    const offered = parseTransaction(bytesToHex(fromBase64(transactions[0]!.bytesBase64)!)) as TransactionSerializableEIP1559
    const accepted = await scene.launchpad.unsigned!.accept(transactions, [toBase64(hexToBytes(await account.signTransaction(offered)))])
    expect(accepted.map(({ rebid }) => rebid)).toEqual([undefined])
  })
})
