import { afterAll, beforeAll, expect, test } from 'bun:test'
import { PUMP_SDK, bondingCurvePda, canonicalPumpPoolPda, creatorVaultPda, feeSharingConfigPda } from '@pump-fun/pump-sdk'
import {
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  createAssociatedTokenAccountIdempotentInstruction,
  createSyncNativeInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { Keypair, type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { type ChainServer, startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'
import {
  type LaunchScene,
  buyInstructions,
  createLaunchScene,
  firstBuybackRecipient,
  freshShares,
  launchInstructions,
  signV0,
  waitingCreatorFee,
} from './support/launch-scene.ts'
import { buyPoolV2Instruction, sweepCurveInstruction, sweepPoolInstruction } from './support/pump-instructions.ts'

const CREATOR_FEES_NOT_SWEPT = 6095

describeChain('rules 10.13: what the deployed pump programs demand', () => {
  let server: ChainServer
  let scene: LaunchScene

  beforeAll(async () => {
    server = startChainServer()
    scene = await createLaunchScene(server)
  })
  afterAll(() => server.stop())

  /** The error of a simulation, then, where there is none, the landed transaction. */
  async function errorOf(instructions: TransactionInstruction[], signers: Keypair[]): Promise<unknown> {
    const transaction = await signV0(scene, instructions, signers, [scene.lookupTable])
    return (await scene.connection.simulateTransaction(transaction)).value.err
  }

  async function land(instructions: TransactionInstruction[], signers: Keypair[]): Promise<void> {
    const transaction = await signV0(scene, instructions, signers, [scene.lookupTable])
    const signature = await scene.connection.sendRawTransaction(transaction.serialize())
    const { value } = await scene.connection.getSignatureStatuses([signature])
    expect(value[0]?.err).toBeNull()
  }

  const coin = (mint: PublicKey, uri: string) => ({ mint, creator: scene.launcher.publicKey, shares: freshShares(3), uri })

  async function distribution(mint: PublicKey): Promise<TransactionInstruction> {
    const sharingConfigAddress = feeSharingConfigPda(mint)
    const account = await scene.connection.getAccountInfo(sharingConfigAddress)
    return PUMP_SDK.distributeCreatorFeesV2({
      mint,
      sharingConfig: PUMP_SDK.decodeSharingConfig(account!),
      sharingConfigAddress,
      quoteMint: NATIVE_MINT,
      payer: scene.launcher.publicKey,
      shouldInitializeAta: false,
      quoteTokenProgram: TOKEN_PROGRAM_ID,
    })
  }

  test('a mint account of 355 bytes is short of rent: name, symbol and URI of 37 bytes together', async () => {
    // 355 is the size of a multisig, which Token-2022 avoids by two bytes of padding that create_v2 does not pay for.
    const mint = Keypair.generate()
    const [create] = await launchInstructions(scene.sdk, coin(mint.publicKey, 'https://a.io/1'))
    expect(await errorOf([create!], [scene.launcher, mint])).toEqual({ InsufficientFundsForRent: { account_index: 1 } })
    const rentOf = (bytes: number) => scene.connection.getMinimumBalanceForRentExemption(bytes)
    const lamports = (await rentOf(357)) - (await rentOf(355))
    const padding = SystemProgram.transfer({ fromPubkey: scene.launcher.publicKey, toPubkey: mint.publicKey, lamports })
    expect(await errorOf([create!, padding], [scene.launcher, mint])).toBeNull()
  })

  test('a v3 buy before the lock must be swept first, and its fee stays with the creator', async () => {
    const mint = Keypair.generate()
    const { launcher } = scene
    const [create, ...lock] = await launchInstructions(scene.sdk, coin(mint.publicKey, 'https://a.example/m/1'))
    const buy = await buyInstructions(scene.sdk, { mint: mint.publicKey, user: launcher.publicKey, kind: 'v3', lamports: 1_000_000_000n })
    await land([create!, ...buy], [launcher, mint])
    expect(await errorOf(lock, [launcher])).toEqual({ InstructionError: [2, { Custom: CREATOR_FEES_NOT_SWEPT }] })

    const waiting = await waitingCreatorFee(scene.connection, mint.publicKey)
    await land([sweepCurveInstruction(mint.publicKey, launcher.publicKey, launcher.publicKey), ...lock], [launcher])
    const rent = await scene.connection.getMinimumBalanceForRentExemption(0)
    expect(await scene.connection.getBalance(creatorVaultPda(launcher.publicKey))).toBe(rent + Number(waiting))
    expect(await scene.connection.getBalance(creatorVaultPda(feeSharingConfigPda(mint.publicKey)))).toBe(0)
  })

  test('below the minimum, distribution succeeds and pays nothing', async () => {
    const mint = Keypair.generate()
    const { launcher } = scene
    const input = coin(mint.publicKey, 'https://a.example/m/1')
    await land(await launchInstructions(scene.sdk, input), [launcher, mint])
    await land(
      await buyInstructions(scene.sdk, { mint: mint.publicKey, user: launcher.publicKey, kind: 'legacy', lamports: 100_000_000n }),
      [launcher],
    )
    await land([await distribution(mint.publicKey)], [launcher])
    expect(await scene.connection.getBalance(input.shares[0]!.address)).toBe(0)
    expect(await scene.connection.getBalance(creatorVaultPda(feeSharingConfigPda(mint.publicKey)))).toBeGreaterThan(650_240)
  })

  test('a graduated coin pays out what waits on the curve and in the pool, to the lamport', async () => {
    const mint = Keypair.generate()
    const whale = Keypair.generate()
    server.chain.airdrop(whale.publicKey.toBase58(), 500_000_000_000n)
    const { connection, sdk, launcher } = scene
    const input = coin(mint.publicKey, 'https://a.example/m/1')
    await land(await launchInstructions(sdk, input), [launcher, mint])
    await land(await buyInstructions(sdk, { mint: mint.publicKey, user: whale.publicKey, kind: 'v3', lamports: 120_000_000_000n }), [whale])
    const curve = await connection.getAccountInfo(bondingCurvePda(mint.publicKey))
    expect(PUMP_SDK.decodeBondingCurve(curve!).complete).toBe(true)
    expect(await connection.getAccountInfo(canonicalPumpPoolPda(mint.publicKey))).toBeNull()

    const global = await sdk.fetchGlobal()
    const programs = { quoteMint: NATIVE_MINT, baseTokenProgram: TOKEN_2022_PROGRAM_ID, quoteTokenProgram: TOKEN_PROGRAM_ID }
    const migration = { withdrawAuthority: global.withdrawAuthority, mint: mint.publicKey, user: whale.publicKey, ...programs }
    await land([await PUMP_SDK.migrateV2Instruction(migration)], [whale])
    await land(poolBuy(mint.publicKey, whale.publicKey, firstBuybackRecipient(global)), [whale])

    const config = feeSharingConfigPda(mint.publicKey)
    const onCurve = await waitingCreatorFee(connection, mint.publicKey)
    const pool = await connection.getAccountInfo(canonicalPumpPoolPda(mint.publicKey))
    const inPool = pool!.data.readBigUInt64LE(POOL_CREATOR_FEES_OFFSET)
    expect(onCurve > 0n && inPool > 0n).toBe(true)

    const transferInput = { payer: launcher.publicKey, mint: mint.publicKey, quoteMint: NATIVE_MINT, quoteTokenProgram: TOKEN_PROGRAM_ID }
    await land(
      [
        sweepCurveInstruction(mint.publicKey, config, launcher.publicKey),
        sweepPoolInstruction(mint.publicKey, config, launcher.publicKey),
        await PUMP_SDK.transferCreatorFeesToPumpV2(transferInput),
        await distribution(mint.publicKey),
      ],
      [launcher],
    )
    const balances = await Promise.all(input.shares.map(({ address }) => connection.getBalance(address)))
    expect(balances.map(BigInt)).toEqual(input.shares.map(({ shareBps }) => ((onCurve + inPool) * BigInt(shareBps)) / 10_000n))
  })
})

/** `Pool.creator_fees` is the last field of the October layout. */
const POOL_CREATOR_FEES_OFFSET = 8 + 1 + 2 + 6 * 32 + 8 + 32 + 1 + 1 + 16 + 8 + 1 + 1 + 8

/** Spends up to 5 SOL of wSOL for 1,000,000 tokens. */
function poolBuy(mint: PublicKey, user: PublicKey, buybackFeeRecipient: PublicKey): TransactionInstruction[] {
  const maxLamports = 5_000_000_000n
  const wsol = getAssociatedTokenAddressSync(NATIVE_MINT, user)
  const buyback = getAssociatedTokenAddressSync(NATIVE_MINT, buybackFeeRecipient, true)
  return [
    createAssociatedTokenAccountIdempotentInstruction(user, wsol, user, NATIVE_MINT),
    createAssociatedTokenAccountIdempotentInstruction(user, buyback, buybackFeeRecipient, NATIVE_MINT),
    SystemProgram.transfer({ fromPubkey: user, toPubkey: wsol, lamports: maxLamports }),
    createSyncNativeInstruction(wsol),
    buyPoolV2Instruction({ mint, user, buybackFeeRecipient, amount: 1_000_000_000_000n, maxLamports }),
  ]
}
