import { afterEach, beforeEach, expect, test } from 'bun:test'
import { PUMP_SDK, GLOBAL_PDA } from '@pump-fun/pump-sdk'
import {
  createAssociatedTokenAccountInstruction,
  createInitializeAccount3Instruction,
  getAssociatedTokenAddressSync,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token'
import { Connection, Keypair, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { createPumpLaunchpad } from '../../src/adapters/launchpads/pump/launchpad.ts'
import type { AskJupiter } from '../../src/adapters/launchpads/pump/jupiter.ts'
import { bps, lamports, type Mint, tokenMicros } from '../../src/domain/brands.ts'
import type { Launcher } from '../../src/ports/launchpad/launcher.ts'
import { exactLaunchpad } from '../support/exact-refusals.ts'
import { describeChain } from './support/describe-chain.ts'
import { signV0 } from './support/launch-scene.ts'
import { buyPoolV2Instruction } from './support/pump-instructions.ts'
import { createPumpScene, fundedLauncher, launch, planFor, type PumpScene, settle, SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'

// Jupiter's own program is not among those that run here. What stands in for its instruction is a trade in the coin's pool,
// which also spends wrapped SOL and brings tokens; what is proven is everything around it.

describeChain('decision "With JUPITER_API_KEY": a buyback through a route of Jupiter', () => {
  let scene: PumpScene
  let mint: Mint
  let buyer: Launcher
  let connection: Connection

  beforeEach(async () => {
    scene = await createPumpScene()
    mint = (await launch(scene, planFor(scene.launcher.wallet))).mint
    const traders = createTraders(scene)
    await traders.graduate(mint)
    // The first trade of a pool opens the account for pump's own buyback.
    await traders.buyInPool(mint)
    buyer = fundedLauncher(scene.server, scene.launchpad, 2n * SOL)
    connection = new Connection(scene.server.url, 'confirmed')
  })
  afterEach(() => scene.server.stop())

  const user = () => new PublicKey(buyer.wallet)
  const padWith = (jupiter: AskJupiter) => exactLaunchpad(createPumpLaunchpad({ ...scene.options, jupiter }))
  /** A route's transaction may cost more than that of the own market, so that less is left to spend: Jupiter is asked, and is away. */
  const dark = () => padWith(() => Promise.reject(new Error('HTTP 503')))
  const order = (burn = true) => ({
    mint,
    atomicMax: lamports(50_000_000),
    reserveAtomic: lamports(10_000_000),
    slippageBps: bps(100),
    burn,
  })
  /** Tokens that the pool gives for the money, before slippage. */
  const worth = async () => ((await dark().buyback!.prepare(order(), buyer)).quote.tokenMicros * 10_000n) / 9_900n
  /** Hardly more than the pool's own, so that the stand-in can bring it. */
  const promise = async () => ((await worth()) * 10_010n) / 10_000n
  /** What the pool gives, to the token: divided down three times on its way here. */
  const enough = (promised: bigint) => (promised * 10_000n) / 10_010n + 3n
  /** Within the slippage of the promise, and less than the pool gives. */
  const tooLittle = (promised: bigint) => (promised * 9_985n) / 10_000n

  /** Brings just `brings` tokens for the money, and promises `promised`. */
  const routeOf = async (brings: bigint, promised: bigint, more: TransactionInstruction['keys'] = []): Promise<AskJupiter> => {
    const global = PUMP_SDK.decodeGlobal((await connection.getAccountInfo(GLOBAL_PDA))!)
    return async ({ spentLamports: maxLamports }) => {
      const buybackFeeRecipient = global.buybackFeeRecipients[0]!
      const swap = buyPoolV2Instruction({ mint: new PublicKey(mint), user: user(), buybackFeeRecipient, amount: brings, maxLamports })
      swap.keys.push(...more)
      return { tokenMicros: tokenMicros(promised), impactBps: bps(12), swap, tables: [] }
    }
  }
  async function land(instructions: TransactionInstruction[], signer: Keypair, ...others: Keypair[]): Promise<void> {
    const transaction = await signV0({ connection }, instructions, [signer, ...others])
    await connection.sendRawTransaction(transaction.serialize())
  }

  test.each([true, false])('that brings more than the pool would is taken, and lands (burn: %p)', async (burn) => {
    const promised = await promise()
    const brought = enough(promised)
    const pad = padWith(await routeOf(brought, promised))
    const before = await pad.balanceOf(buyer.wallet)
    const { prepared, quote } = await pad.buyback!.prepare(order(burn), buyer)
    expect(quote).toMatchObject({ venue: 'jupiter', impactBps: 12, burn })
    expect((await settle(pad, prepared.transactions)).map(({ status }) => status)).toEqual(['landed'])
    const receipt = (await pad.buyback!.readReceipt(mint, buyer.wallet, prepared.transactions[0]!.signature))!
    expect(receipt).toMatchObject({ tokenMicros: brought, burnedTokenMicros: burn ? quote.tokenMicros : 0n })
    expect(receipt.spentAtomic).toBe(lamports(before - (await pad.balanceOf(buyer.wallet))))
    expect(receipt.spentAtomic).toBeLessThanOrEqual(50_000_000n)
  })

  test('that brings less than the pool would is refused by the chain itself, and the coin’s own market is taken', async () => {
    const promised = await promise()
    const pad = padWith(await routeOf(tooLittle(promised), promised))
    const { quote, prepared } = await pad.buyback!.prepare(order(false), buyer)
    expect(quote.venue).toBe('pool')
    expect((await settle(pad, prepared.transactions)).map(({ status }) => status)).toEqual(['landed'])
  })

  test('what the wallet held before does not count towards the promise, and is not burned', async () => {
    const first = await scene.launchpad.buyback!.prepare(order(false), buyer)
    await settle(scene.launchpad, first.prepared.transactions)
    const held = first.quote.tokenMicros
    const promised = await promise()
    const short = padWith(await routeOf(tooLittle(promised), promised))
    expect((await short.buyback!.prepare(order(), buyer)).quote.venue).toBe('pool')
    const good = padWith(await routeOf(enough(promised), promised))
    const { prepared, quote } = await good.buyback!.prepare(order(), buyer)
    expect(quote.venue).toBe('jupiter')
    await settle(good, prepared.transactions)
    const account = getAssociatedTokenAddressSync(new PublicKey(mint), user(), false, TOKEN_2022_PROGRAM_ID)
    const left = (await connection.getTokenAccountBalance(account)).value.amount
    expect(BigInt(left)).toBe(held + enough(promised) - quote.tokenMicros)
  })

  test('that brings no more than the coin’s own market, or is not there at all, changes nothing', async () => {
    const worse = padWith(await routeOf(1n, (await worth()) - 10n))
    expect((await worse.buyback!.prepare(order(), buyer)).quote).toMatchObject({ venue: 'pool' })
    expect((await dark().buyback!.prepare(order(), buyer)).quote).toMatchObject({ venue: 'pool' })
  })

  test('that names another token account of the wallet is not taken', async () => {
    const promised = await promise()
    const payer = Keypair.generate()
    scene.server.chain.airdrop(payer.publicKey.toBase58(), SOL)
    const other = Keypair.generate()
    const space = 165
    await land(
      [
        SystemProgram.createAccount({
          fromPubkey: payer.publicKey,
          newAccountPubkey: other.publicKey,
          space,
          lamports: 1e8,
          programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
        }),
        createInitializeAccount3Instruction(other.publicKey, NATIVE_MINT, user()),
      ],
      payer,
      other,
    )
    const more = [{ pubkey: other.publicKey, isSigner: false, isWritable: true }]
    const pad = padWith(await routeOf(enough(promised), promised, more))
    expect((await pad.buyback!.prepare(order(), buyer)).quote.venue).toBe('pool')
  })

  test('is not taken by a wallet with wrapped SOL of its own', async () => {
    const promised = await promise()
    const payer = Keypair.generate()
    scene.server.chain.airdrop(payer.publicKey.toBase58(), SOL)
    const budgetName = getAssociatedTokenAddressSync(NATIVE_MINT, user())
    await land([createAssociatedTokenAccountInstruction(payer.publicKey, budgetName, user(), NATIVE_MINT)], payer)
    const pad = padWith(await routeOf(enough(promised), promised))
    expect((await pad.buyback!.prepare(order(), buyer)).quote.venue).toBe('pool')
  })
})
