import { afterAll, beforeAll, expect, test } from 'bun:test'
import { PUMP_SDK, bondingCurvePda, creatorVaultPda, feeSharingConfigPda } from '@pump-fun/pump-sdk'
import { NATIVE_MINT, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Keypair, type PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { type ChainServer, startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'
import {
  type BuyInput,
  type LaunchScene,
  type Share,
  buyInstructions,
  createLaunchScene,
  freshShares,
  launchInstructions,
  signV0,
  waitingCreatorFee,
} from './support/launch-scene.ts'
import { sweepCurveInstruction } from './support/pump-instructions.ts'
import { signV1 } from './support/sign-v1.ts'

const SHORT_URI = 'https://a.example/m/123'
const CREATOR_FEES_NOT_SWEPT = 6095

describeChain('rules 10.15: the real pump programs behind the test JSON-RPC server', () => {
  let server: ChainServer
  let scene: LaunchScene

  beforeAll(async () => {
    server = startChainServer()
    scene = await createLaunchScene(server)
  })
  afterAll(() => server.stop())

  async function land(instructions: TransactionInstruction[], signers: Keypair[]) {
    const transaction = await signV0(scene, instructions, signers, [scene.lookupTable])
    const signature = await scene.connection.sendRawTransaction(transaction.serialize())
    const landed = await scene.connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    if (!landed?.meta) throw new Error(`${signature} did not land`)
    return { ...landed, meta: landed.meta, signature }
  }

  async function launch(shares: Share[], firstBuy?: { kind: BuyInput['kind']; lamports: bigint }): Promise<PublicKey> {
    const mint = Keypair.generate()
    const input = { mint: mint.publicKey, creator: scene.launcher.publicKey, shares, uri: SHORT_URI, ...(firstBuy ? { firstBuy } : {}) }
    const { meta } = await land(await launchInstructions(scene.sdk, input), [scene.launcher, mint])
    expect(meta.err).toBeNull()
    return mint.publicKey
  }

  async function trade(mint: PublicKey, kind: BuyInput['kind'], lamports = 5_000_000_000n): Promise<void> {
    const trader = Keypair.generate()
    server.chain.airdrop(trader.publicKey.toBase58(), lamports + 1_000_000_000n)
    await land(await buyInstructions(scene.sdk, { mint, user: trader.publicKey, kind, lamports }), [trader])
  }

  async function readLock(mint: PublicKey) {
    const accounts = await scene.connection.getMultipleAccountsInfo([feeSharingConfigPda(mint), bondingCurvePda(mint)])
    const [config, curve] = accounts
    if (!config || !curve) throw new Error('the lock or the curve is not on chain')
    return { config: PUMP_SDK.decodeSharingConfig(config), curve: PUMP_SDK.decodeBondingCurve(curve), curveBytes: curve.data.length }
  }

  async function distribution(mint: PublicKey): Promise<TransactionInstruction> {
    const { config } = await readLock(mint)
    return PUMP_SDK.distributeCreatorFeesV2({
      mint,
      sharingConfig: config,
      sharingConfigAddress: feeSharingConfigPda(mint),
      quoteMint: NATIVE_MINT,
      payer: scene.launcher.publicKey,
      shouldInitializeAta: false,
      quoteTokenProgram: TOKEN_PROGRAM_ID,
    })
  }

  test.each([1, 3, 5, 8, 10])('create and lock with %d shareholders land in one transaction', async (count) => {
    const shares = freshShares(count)
    const mint = await launch(shares)
    const { config, curve } = await readLock(mint)
    expect(config.version).toBe(2)
    expect(config.adminRevoked).toBe(true)
    expect(config.shareholders.map(({ address, shareBps }) => [address.toBase58(), shareBps])).toEqual(
      shares.map(({ address, shareBps }) => [address.toBase58(), shareBps]),
    )
    expect(curve.creator.toBase58()).toBe(feeSharingConfigPda(mint).toBase58())
  })

  test('as a v1 transaction the same fits without a lookup table, with ten shareholders and a first buy', async () => {
    const mint = Keypair.generate()
    const firstBuy = { kind: 'v2' as const, lamports: 1_000_000_000n }
    const input = { mint: mint.publicKey, creator: scene.launcher.publicKey, shares: freshShares(10), firstBuy }
    const bytes = await signV1(scene.connection, await launchInstructions(scene.sdk, input), [scene.launcher, mint])
    expect(bytes.length).toBe(2055)
    const signature = await scene.connection.sendRawTransaction(bytes)
    const { value } = await scene.connection.getSignatureStatuses([signature])
    expect(value[0]?.err).toBeNull()
    expect((await readLock(mint.publicKey)).config.adminRevoked).toBe(true)
  })

  test.each(['legacy', 'v2'] as const)('the creator fee of a first %s buy goes to the split', async (kind) => {
    const mint = await launch(freshShares(2), { kind, lamports: 1_000_000_000n })
    const vault = await scene.connection.getBalance(creatorVaultPda(feeSharingConfigPda(mint)))
    const rent = await scene.connection.getMinimumBalanceForRentExemption(0)
    // 30 bps of what the curve received: 1 SOL less the 125 bps of fees on top of it.
    expect(vault - rent).toBe(Math.ceil((Math.floor(1_000_000_000 / 1.0125) * 30) / 10_000))
  })

  test('the creator fee of a first v3 buy waits on the curve, and distribution refuses until it is swept', async () => {
    const shares = freshShares(3)
    const mint = await launch(shares, { kind: 'v3', lamports: 1_000_000_000n })
    await trade(mint, 'v3')
    const { curveBytes } = await readLock(mint)
    expect(curveBytes).toBe(166)
    const waiting = await waitingCreatorFee(scene.connection, mint)
    expect(waiting).toBeGreaterThan(17_000_000n)

    const distribute = await distribution(mint)
    const unswept = await signV0(scene, [distribute], [scene.launcher])
    const { value } = await scene.connection.simulateTransaction(unswept)
    expect(value.err).toEqual({ InstructionError: [2, { Custom: CREATOR_FEES_NOT_SWEPT }] })

    const sweep = sweepCurveInstruction(mint, feeSharingConfigPda(mint), scene.launcher.publicKey)
    await land([sweep, distribute], [scene.launcher])
    expect(await waitingCreatorFee(scene.connection, mint)).toBe(0n)
    const balances = await Promise.all(shares.map(({ address }) => scene.connection.getBalance(address)))
    expect(balances.map(BigInt)).toEqual(shares.map(({ shareBps }) => (waiting * BigInt(shareBps)) / 10_000n))
  })

  test('distribution pays each wallet floor(bps x vault above rent), and its balances are in the transaction', async () => {
    const shares = freshShares(5)
    const mint = await launch(shares)
    for (let trades = 0; trades < 3; trades += 1) await trade(mint, 'legacy')
    const rent = await scene.connection.getMinimumBalanceForRentExemption(0)
    const distributable = BigInt((await scene.connection.getBalance(creatorVaultPda(feeSharingConfigPda(mint)))) - rent)
    const { transaction, meta } = await land([await distribution(mint)], [scene.launcher])
    const keys = transaction.message.getAccountKeys({ accountKeysFromLookups: meta.loadedAddresses! })
    for (const { address, shareBps } of shares) {
      const index = keys
        .keySegments()
        .flat()
        .findIndex((key) => key.equals(address))
      expect(BigInt(meta.postBalances[index]! - meta.preBalances[index]!)).toBe((distributable * BigInt(shareBps)) / 10_000n)
    }
  })

  test('a second lock is refused with the program error', async () => {
    const mint = await launch(freshShares(2))
    const lock = {
      authority: scene.launcher.publicKey,
      mint,
      currentShareholders: (await readLock(mint)).config.shareholders.map(({ address }) => address),
      newShareholders: freshShares(2),
      quoteMint: NATIVE_MINT,
      quoteTokenProgram: TOKEN_PROGRAM_ID,
    }
    const again = await signV0(scene, [await PUMP_SDK.updateFeeSharesV2(lock)], [scene.launcher])
    await expect(scene.connection.sendRawTransaction(again.serialize())).rejects.toThrow('custom program error: 0x1779')
  })
})
