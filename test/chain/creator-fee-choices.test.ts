import { afterAll, beforeAll, expect, test } from 'bun:test'
import { BN } from '@coral-xyz/anchor'
import { bondingCurvePda, PUMP_SDK } from '@pump-fun/pump-sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import { parseSolanaLauncher } from '../../src/adapters/chains/solana/solana-launcher.ts'
import type { Mint } from '../../src/domain/brands.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { Secret } from '../../src/lib/secret.ts'
import { describeChain } from './support/describe-chain.ts'
import { createLaunchScene, type LaunchScene, signV0 } from './support/launch-scene.ts'
import { codeOf, createPumpScene, planFor, type PumpScene, sendsOf } from './support/pump-scene.ts'

type Choices = Pick<Parameters<typeof PUMP_SDK.createV2Instruction>[0], 'creatorFeeBps' | 'holderReward' | 'cashback'>

describeChain('decision "A fee of its own": what a launch on pump can choose about its creator fees', () => {
  let scene: PumpScene
  let other: LaunchScene

  beforeAll(async () => {
    scene = await createPumpScene()
    other = await createLaunchScene(scene.server)
  })
  afterAll(() => scene.server.stop())

  /** A coin that somebody else made with these choices; null with the program's error where it refuses them. */
  async function create(choices: Choices): Promise<{ mint: Mint | null; error: unknown }> {
    const { launcher, connection } = other
    const pair = Keypair.generate()
    const coin = { mint: pair.publicKey, name: 'Foreign', symbol: 'FOREIGN', uri: 'https://a.example/m/1', mayhemMode: false }
    const instruction = await PUMP_SDK.createV2Instruction({ ...coin, creator: launcher.publicKey, user: launcher.publicKey, ...choices })
    const transaction = await signV0({ connection }, [instruction], [launcher, pair])
    const { err: error } = (await connection.simulateTransaction(transaction)).value
    if (error) return { mint: null, error }
    await connection.sendRawTransaction(transaction.serialize())
    return { mint: pair.publicKey.toBase58() as Mint, error }
  }

  async function curveOf(mint: Mint) {
    return PUMP_SDK.decodeBondingCurve((await other.connection.getAccountInfo(bondingCurvePda(new PublicKey(mint))))!)
  }

  /** Sets a byte of an account, as an earlier or other program would have. */
  function setByte(address: PublicKey, offset: number, value: number): void {
    const { svm } = scene.server.chain
    const account = svm.getAccount(address.toBase58() as never)
    if (!account.exists) throw new Error('no such account')
    const data = Uint8Array.from(account.data)
    data[offset] = value
    svm.setAccount({ ...account, data })
  }

  test('a creator fee of its own is ignored for a coin that is traded against SOL', async () => {
    const { mint } = await create({ creatorFeeBps: new BN(250) })
    expect((await curveOf(mint!)).creatorFeeBps.toNumber()).toBe(0)
    const coin = await scene.launchpad.readCoin(mint!)
    expect(coin).toMatchObject({ mint: mint!, feeShare: null })
    expect(coin).not.toHaveProperty('feeReceivers')
  })

  test('a coin with holder rewards is known as one, and neither locked nor sent anything', async () => {
    const { mint } = await create({ holderReward: true })
    expect(await scene.launchpad.readCoin(mint!)).toMatchObject({ feeReceivers: 'its holders' })
    await expectNoLock(mint!)
  })

  test('cashback can no longer be chosen; a coin that has it from before is known, and neither locked nor sent anything', async () => {
    const refused = await create({ cashback: true })
    expect(refused).toEqual({ mint: null, error: { InstructionError: [expect.any(Number), { Custom: CASHBACK_DEPRECATED }] } })
    const { mint } = await create({})
    await expectLockable(mint!)
    setByte(bondingCurvePda(new PublicKey(mint!)), CASHBACK_OFFSET, 1)
    expect((await curveOf(mint!)).isCashbackCoin).toBe(true)
    expect(await scene.launchpad.readCoin(mint!)).toMatchObject({ feeReceivers: 'its traders' })
    await expectNoLock(mint!)
  })

  const lockOf = (mint: Mint) => {
    const launcher = parseSolanaLauncher(new Secret(toBase58(other.launcher.secretKey)))
    return scene.launchpad.feeShare!.prepareLock(mint, planFor(launcher.wallet).shareholders, launcher)
  }

  const expectLockable = async (mint: Mint) => expect((await lockOf(mint)).transactions).toHaveLength(1)

  async function expectNoLock(mint: Mint): Promise<void> {
    const before = sendsOf(scene.server)
    expect(await codeOf(lockOf(mint))).toBe('creator_fees_not_splittable')
    expect(sendsOf(scene.server)).toBe(before)
  }
})

/** pump's error for a coin that would be made with cashback. */
const CASHBACK_DEPRECATED = 6082
/** `BondingCurve.is_cashback_coin`: after discriminator, five numbers, two flags and the creator. */
const CASHBACK_OFFSET = 8 + 5 * 8 + 1 + 32 + 1
