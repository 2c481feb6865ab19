import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { bytesToHex, type Hex, numberToHex, parseTransaction, type TransactionSerializableEIP1559 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createZoraLaunchpad } from '../../src/adapters/launchpads/zora/launchpad.ts'
import { launchProgress, type SignedTransaction, type TransactionState } from '../../src/domain/operation.ts'
import { fromBase64 } from '../../src/lib/bytes.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { CoinPlan } from '../../src/ports/launchpad/coin.ts'
import type { PreparedLaunch } from '../../src/ports/launchpad/launching.ts'
import type { Launcher } from '../../src/ports/launchpad/launcher.ts'
import { eventually } from '../support/eventually.ts'
import { refusalOf } from '../support/app-error.ts'
import { exactLaunchpad } from '../support/exact-refusals.ts'
import { describeAnvil } from './support/anvil.ts'
import { olderLaunch } from './support/older-launch.ts'
import { createEvmScene, ETH, type EvmScene, newEvmWallet, zoraOptions } from './support/evm-scene.ts'
import { createForgetful } from './support/forgetful-node.ts'
import { plan } from './support/weather-plan.ts'

setDefaultTimeout(180_000)

describeAnvil('decision "A transaction on Base has no last block": mempool and fork faults on Base, of transactions in a row', () => {
  let scene: EvmScene
  beforeAll(async () => void (scene = await createEvmScene()))
  afterAll(() => scene.anvil.stop())

  /** A launch in three transactions that is signed and not sent. */
  async function signed(): Promise<{ launcher: Launcher; wanted: CoinPlan; launch: PreparedLaunch }> {
    const launcher = await scene.fundedLauncher()
    const wanted = plan()
    return { launcher, wanted, launch: await olderLaunch(scene.anvil, wanted, launcher) }
  }

  const statusesOf = (states: readonly TransactionState[]) => states.map(({ status }) => status)

  /** Looks and lets the chain go on, until all is decided. */
  async function settle(transactions: readonly SignedTransaction[], pad = scene.launchpad): Promise<TransactionState[]> {
    for (let round = 0; round < 20; round += 1) {
      const states = await pad.advance(transactions)
      if (states.every(({ status }) => status !== 'pending')) return states
      await scene.anvil.mine(2)
    }
    throw new Error('nothing is decided')
  }

  /** One coin, locked as planned, and the launcher has sent nothing but the three. */
  async function expectOneCoin({ launch, launcher, wanted }: Awaited<ReturnType<typeof signed>>): Promise<void> {
    const coin = await scene.launchpad.readCoin(launch.mint, { shareholders: wanted.shareholders, launcher: launcher.wallet })
    expect(coin).toMatchObject({ creator: launcher.wallet, feeShare: { locked: true, shareholders: wanted.shareholders } })
    expect(await nonceOf(launcher)).toBe(3)
  }

  const nonceOf = async ({ wallet }: Launcher) => Number(await scene.anvil.call<Hex>('eth_getTransactionCount', wallet, 'latest'))

  /** Signs the transaction of this place again, changed, and puts it into a block. */
  async function replace(
    { launcher, launch }: Awaited<ReturnType<typeof signed>>,
    index: number,
    changes: Partial<TransactionSerializableEIP1559>,
  ): Promise<Hex> {
    const { r, s, v, yParity, ...ours } = parseTransaction(bytesToHex(fromBase64(launch.transactions[index]!.bytesBase64)!))
    const account = privateKeyToAccount(bytesToHex(launcher.secret.reveal()))
    const bytes = await account.signTransaction({ ...ours, ...changes } as TransactionSerializableEIP1559)
    return scene.anvil.call<Hex>('eth_sendRawTransaction', bytes)
  }

  test('each transaction is sent once the one before it is in a block, and all counts two blocks later', async () => {
    const run = await signed()
    const { transactions } = run.launch
    for (const sent of [1, 2]) {
      expect(statusesOf(await scene.launchpad.advance(transactions))).toEqual(['pending', 'pending', 'pending'])
      await eventually(async () => (await nonceOf(run.launcher)) >= sent)
      expect(await nonceOf(run.launcher)).toBe(sent)
    }
    expect(statusesOf(await settle(transactions))).toEqual(['landed', 'landed', 'landed'])
    await expectOneCoin(run)
  })

  test('rules 10.31: underpriced: it waits while the base fee is too high, is never called dead, and lands when the fee has fallen', async () => {
    const run = await signed()
    await scene.anvil.call('anvil_setNextBlockBaseFeePerGas', numberToHex(10n ** 13n))
    await scene.anvil.mine()
    for (let round = 0; round < 3; round += 1) {
      expect(statusesOf(await scene.launchpad.advance(run.launch.transactions))).toEqual(['pending', 'pending', 'pending'])
      await scene.anvil.call('anvil_setNextBlockBaseFeePerGas', numberToHex(10n ** 13n))
      await scene.anvil.mine()
    }
    expect(await nonceOf(run.launcher)).toBe(0)
    await scene.anvil.call('anvil_setNextBlockBaseFeePerGas', numberToHex(10n ** 9n))
    await scene.anvil.mine()
    await settle(run.launch.transactions)
    await expectOneCoin(run)
  })

  test.each([0, 1])('rules 10.31: replaced by something else at place %i: dead for good, and no coin', async (index) => {
    const run = await signed()
    const { transactions, mint } = run.launch
    if (index === 1) await scene.launchpad.advance(transactions)
    await replace(run, index, { to: newEvmWallet() as string as Hex, data: '0x', gas: 21_000n })
    const states = await settle(transactions)
    expect(statusesOf(states)).toEqual([index === 0 ? 'expired' : 'landed', 'expired', 'expired'])
    expect(launchProgress(transactions, states)).toMatchObject({ stage: 'dead', expired: true })
    expect(await scene.launchpad.readCoin(mint)).toBeNull()
    // Its number is another's: even sent by hand it changes nothing any more.
    await scene.anvil.call('eth_sendRawTransaction', bytesToHex(fromBase64(transactions[index]!.bytesBase64)!)).catch(() => null)
    await scene.anvil.mine(3)
    expect(await scene.launchpad.readCoin(mint)).toBeNull()
    expect(statusesOf(await scene.launchpad.advance(transactions))).toEqual(statusesOf(states))
  })

  test('the lock replaced by something else: the coin is live and unlocked, and a lock of its own finishes it', async () => {
    const run = await signed()
    const { transactions, mint } = run.launch
    await settle(transactions.slice(0, 2))
    await replace(run, 2, { to: newEvmWallet() as string as Hex, data: '0x', gas: 21_000n })
    const states = await settle(transactions)
    expect(statusesOf(states)).toEqual(['landed', 'landed', 'expired'])
    expect(launchProgress(transactions, states)).toMatchObject({ stage: 'created', lockHeight: null })
    const lock = await scene.launchpad.feeShare!.prepareLock(mint, run.wanted.shareholders, run.launcher)
    expect(lock.transactions.map(({ steps }) => steps)).toEqual([['lock']])
    expect(statusesOf(await settle(lock.transactions))).toEqual(['landed'])
    const record = { shareholders: run.wanted.shareholders, launcher: run.launcher.wallet }
    expect((await scene.launchpad.readCoin(mint, record))!.feeShare!.locked).toBe(true)
  })

  test('replaced by itself at a higher fee: that one counts, and says which it is', async () => {
    const run = await signed()
    const { transactions } = run.launch
    await scene.launchpad.advance(transactions.slice(0, 1))
    const faster = await replace(run, 1, { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 10n })
    const states = await settle(transactions)
    expect(statusesOf(states)).toEqual(['landed', 'landed', 'landed'])
    expect(states[1]!.replacedBy as string | undefined).toBe(faster)
    await expectOneCoin(run)
  })

  test('nonce gap: a wallet whose transactions wait is refused before anything is signed', async () => {
    const launcher = await scene.fundedLauncher()
    await scene.anvil.call('evm_setAutomine', false)
    await scene.anvil.sendAs(launcher.wallet, { to: newEvmWallet(), value: 1n })
    const refusal = await refusalOf(() => scene.launchpad.prepareLaunch(plan(), launcher))
    expect(refusal).toMatchObject({ code: 'launcher_busy', context: { wallet: launcher.wallet, count: 1 } })
    await scene.anvil.call('evm_setAutomine', true)
    await scene.anvil.mine()
    expect((await scene.launchpad.prepareLaunch(plan(), launcher)).transactions).toHaveLength(1)
  })

  test('a pool that forgets is told again', async () => {
    const run = await signed()
    await scene.anvil.call('evm_setAutomine', false)
    await scene.launchpad.advance(run.launch.transactions)
    await scene.anvil.call('anvil_dropTransaction', run.launch.transactions[0]!.signature)
    await scene.anvil.mine(3)
    expect(await nonceOf(run.launcher)).toBe(0)
    await scene.anvil.call('evm_setAutomine', true)
    await settle(run.launch.transactions)
    await expectOneCoin(run)
  })

  test('rules 10.31: a node that forgot a landed transaction is not believed: the block with its number tells', async () => {
    const run = await signed()
    await settle(run.launch.transactions)
    const forgetful = createForgetful(scene.anvil.url)
    const pad = exactLaunchpad(createZoraLaunchpad({ ...zoraOptions(scene.anvil), rpcUrls: [new Secret(forgetful.url)] }))
    const states = await pad.advance(run.launch.transactions)
    expect(statusesOf(states)).toEqual(['landed', 'landed', 'landed'])
    expect(states.map(({ replacedBy }) => replacedBy)).toEqual([undefined, undefined, undefined])
    await forgetful.stop()
  })

  test('rules 10.31: a node that forgot the states as well proves nothing against another that remembers', async () => {
    const run = await signed()
    await settle(run.launch.transactions)
    const forgetful = createForgetful(scene.anvil.url, { states: true })
    const pad = exactLaunchpad(
      createZoraLaunchpad({ ...zoraOptions(scene.anvil), rpcUrls: [new Secret(forgetful.url), new Secret(scene.anvil.url)] }),
    )
    expect(statusesOf(await pad.advance(run.launch.transactions))).toEqual(['landed', 'landed', 'landed'])
    await forgetful.stop()
  })

  test.each([1, 2])('a reorganisation of %i block(s) takes nothing back that was told: the bytes go out again', async (blocks) => {
    const run = await signed()
    const { transactions } = run.launch
    for (let index = 0; index < 3; index += 1) {
      const before = await scene.anvil.call<Hex>('evm_snapshot')
      const upToHere = transactions.slice(0, index + 1)
      await scene.launchpad.advance(upToHere)
      // The node makes the block of what it was sent a moment later.
      await eventually(async () => (await nonceOf(run.launcher)) === index + 1)
      if (blocks > 1) await scene.anvil.mine(blocks - 1)
      const states = await scene.launchpad.advance(upToHere)
      // The block with the transaction is undone, and others take its place.
      await scene.anvil.call('evm_revert', before)
      await scene.anvil.call('anvil_dropAllTransactions')
      await scene.anvil.mine(blocks)
      expect(await nonceOf(run.launcher)).toBe(index)
      expect(states[index]!.status).toBe('pending')
      expect(statusesOf(await settle(upToHere))).toEqual(Array(index + 1).fill('landed'))
    }
    await expectOneCoin(run)
  })

  test('the predicted address is taken: another salt is drawn; when every one is taken the launch is refused', async () => {
    const launcher = await scene.fundedLauncher()
    const [taken, free] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)]
    const padOf = (salts: Uint8Array[]) =>
      exactLaunchpad(createZoraLaunchpad({ ...zoraOptions(scene.anvil), randomBytes: () => salts.shift()! }))
    const wanted = plan()
    const { mint } = await padOf([taken]).prepareLaunch(wanted, launcher)
    await scene.anvil.call('anvil_setCode', mint, '0x00')
    const second = await padOf([taken, free]).prepareLaunch(wanted, launcher)
    expect(second.mint).not.toBe(mint)
    const refusal = await refusalOf(() => padOf([taken, taken, taken]).prepareLaunch(wanted, launcher))
    expect(refusal).toMatchObject({ code: 'launch_refused', context: { reason: 'the address of the coin is taken' } })
    expect(await nonceOf(launcher)).toBe(0)
  })

  test('the address taken after signing: the create fails on chain, and that is final', async () => {
    const run = await signed()
    await scene.anvil.call('anvil_setCode', run.launch.mint, '0x00')
    const states = await settle(run.launch.transactions)
    expect(statusesOf(states)).toEqual(['landed', 'failed', 'expired'])
    expect(launchProgress(run.launch.transactions, states)).toMatchObject({ stage: 'dead', expired: false, error: 'reverted' })
    expect(await scene.launchpad.readCoin(run.launch.mint)).toBeNull()
  })

  test('rules 10.31: a node of another chain is sent nothing', async () => {
    const other = createForgetful(scene.anvil.url, { chainId: '0x1' })
    const pad = exactLaunchpad(createZoraLaunchpad({ ...zoraOptions(scene.anvil), rpcUrls: [new Secret(other.url)] }))
    const launcher = await scene.fundedLauncher()
    const refusal = await refusalOf(() => pad.prepareLaunch(plan(), launcher))
    expect(refusal).toMatchObject({ code: 'upstream_unavailable', context: { upstream: 'the Base RPC (it is of chain 1)' } })
    expect(other.methods).toEqual(['eth_chainId'])
    await other.stop()
  })

  test('a split that somebody else made first is the same split', async () => {
    const run = await signed()
    const { to, data } = parseTransaction(bytesToHex(fromBase64(run.launch.transactions[0]!.bytesBase64)!))
    const stranger = await scene.fundedLauncher(ETH)
    await scene.anvil.sendAs(stranger.wallet, { to: to!, data: data! })
    await settle(run.launch.transactions)
    await expectOneCoin(run)
  })
})
