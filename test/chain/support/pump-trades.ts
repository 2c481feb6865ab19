import { BN } from '@coral-xyz/anchor'
import { feeSharingConfigPda, OnlinePumpSdk, PUMP_SDK } from '@pump-fun/pump-sdk'
import {
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  createAssociatedTokenAccountIdempotentInstruction,
  createSyncNativeInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { Connection, Keypair, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { type BuyInput, buyInstructions, firstBuybackRecipient, signV0 } from './launch-scene.ts'
import { buyPoolV2Instruction } from './pump-instructions.ts'
import type { PumpScene } from './pump-scene.ts'

/** Strangers who trade: each has its own funded wallet. */
export interface Traders {
  /** Buys for `lamports` on the curve; `v3` leaves its fees there. Gives the buyer. */
  buy(mint: string, kind: BuyInput['kind'], lamports: bigint): Promise<Keypair>
  /** Buys for just these lamports, fees included, as pump's page does. Gives the buyer. */
  buyExactly(mint: string, lamports: bigint): Promise<Keypair>
  /** Sells these tokens on the curve; what the network takes for it comes back. */
  sell(mint: string, seller: Keypair, tokens: bigint): Promise<bigint>
  /** Empties the curve and moves the coin to its pool; only the first step when `migrate` is false. */
  graduate(mint: string, options?: { migrate?: boolean }): Promise<void>
  /** Moves a coin whose curve is empty to its pool. */
  migrate(mint: string): Promise<void>
  /** Buys in the pool; its fees stay there. */
  buyInPool(mint: string): Promise<void>
}

/** `buy_exact_sol_in` in pump's IDL, which takes the accounts of `buy`. */
const BUY_EXACT_SOL_IN = Buffer.from([56, 252, 116, 8, 158, 223, 205, 95])
/** One signature, and 600,000 units at 1,000 micro-lamports. */
const NETWORK_LAMPORTS = 5_600n
const POOL_BUY_TOKENS = 1_000_000_000_000n
const POOL_BUY_LAMPORTS_MAX = 5_000_000_000n
const WHALE_LAMPORTS = 500_000_000_000n
const CURVE_LAMPORTS = 120_000_000_000n

/** Trades by the tests' own builders, so that the service's cannot hide a mistake behind themselves. */
export function createTraders({ server }: Pick<PumpScene, 'server'>): Traders {
  const connection = new Connection(server.url, 'confirmed')
  const sdk = new OnlinePumpSdk(connection)

  function fundedTrader(lamports: bigint): Keypair {
    const trader = Keypair.generate()
    server.chain.airdrop(trader.publicKey.toBase58(), lamports)
    return trader
  }

  async function land(instructions: TransactionInstruction[], trader: Keypair): Promise<void> {
    const transaction = await signV0({ connection }, instructions, [trader])
    const signature = await connection.sendRawTransaction(transaction.serialize())
    const { value } = await connection.getSignatureStatuses([signature])
    if (value[0]?.err !== null) throw new Error(`trade failed: ${JSON.stringify(value[0]?.err)}`)
  }

  async function buy(mint: string, kind: BuyInput['kind'], lamports: bigint): Promise<Keypair> {
    const trader = fundedTrader(lamports + 1_000_000_000n)
    await land(await buyInstructions(sdk, { mint: new PublicKey(mint), user: trader.publicKey, kind, lamports }), trader)
    return trader
  }

  /** The accounts of a trade on the curve, by the SDK. */
  async function tradeKeys(mint: string, user: PublicKey) {
    const global = await sdk.fetchGlobal()
    const key = new PublicKey(mint)
    const recipients = { feeRecipient: global.feeRecipient, buybackFeeRecipient: firstBuybackRecipient(global) }
    return { user, mint: key, creator: feeSharingConfigPda(key), tokenProgram: TOKEN_2022_PROGRAM_ID, ...recipients }
  }

  async function buyExactly(mint: string, lamports: bigint): Promise<Keypair> {
    const trader = fundedTrader(lamports + 1_000_000_000n)
    const keys = await tradeKeys(mint, trader.publicKey)
    const buy = await PUMP_SDK.getBuyInstructionRaw({ ...keys, amount: new BN(1), solAmount: new BN(1) })
    const data = Buffer.alloc(25)
    BUY_EXACT_SOL_IN.copy(data)
    data.writeBigUInt64LE(lamports, 8)
    data.writeBigUInt64LE(1n, 16)
    data.writeUInt8(1, 24)
    buy.data = data
    const account = getAssociatedTokenAddressSync(keys.mint, trader.publicKey, true, TOKEN_2022_PROGRAM_ID)
    const open = createAssociatedTokenAccountIdempotentInstruction(
      trader.publicKey,
      account,
      trader.publicKey,
      keys.mint,
      TOKEN_2022_PROGRAM_ID,
    )
    await land([open, buy], trader)
    return trader
  }

  async function sell(mint: string, seller: Keypair, tokens: bigint): Promise<bigint> {
    const keys = await tradeKeys(mint, seller.publicKey)
    await land([await PUMP_SDK.getSellInstructionRaw({ ...keys, amount: new BN(tokens.toString()), solAmount: new BN(0) })], seller)
    return NETWORK_LAMPORTS
  }

  async function migrate(mint: string): Promise<void> {
    const whale = fundedTrader(WHALE_LAMPORTS)
    const { withdrawAuthority } = await sdk.fetchGlobal()
    const programs = { quoteMint: NATIVE_MINT, baseTokenProgram: TOKEN_2022_PROGRAM_ID, quoteTokenProgram: TOKEN_PROGRAM_ID }
    const migration = { withdrawAuthority, mint: new PublicKey(mint), user: whale.publicKey, ...programs }
    await land([await PUMP_SDK.migrateV2Instruction(migration)], whale)
  }

  return {
    buy,
    buyExactly,
    sell,
    migrate,
    async graduate(mint, { migrate: thenMigrate = true } = {}) {
      await buy(mint, 'v3', CURVE_LAMPORTS)
      if (thenMigrate) await migrate(mint)
    },
    async buyInPool(mint) {
      const trader = fundedTrader(WHALE_LAMPORTS)
      await land(poolBuy(new PublicKey(mint), trader.publicKey, firstBuybackRecipient(await sdk.fetchGlobal())), trader)
    },
  }
}

function poolBuy(mint: PublicKey, user: PublicKey, buybackFeeRecipient: PublicKey): TransactionInstruction[] {
  const wsol = getAssociatedTokenAddressSync(NATIVE_MINT, user)
  const tokens = getAssociatedTokenAddressSync(mint, user, false, TOKEN_2022_PROGRAM_ID)
  const buyback = getAssociatedTokenAddressSync(NATIVE_MINT, buybackFeeRecipient, true)
  return [
    createAssociatedTokenAccountIdempotentInstruction(user, wsol, user, NATIVE_MINT),
    createAssociatedTokenAccountIdempotentInstruction(user, tokens, user, mint, TOKEN_2022_PROGRAM_ID),
    createAssociatedTokenAccountIdempotentInstruction(user, buyback, buybackFeeRecipient, NATIVE_MINT),
    SystemProgram.transfer({ fromPubkey: user, toPubkey: wsol, lamports: POOL_BUY_LAMPORTS_MAX }),
    createSyncNativeInstruction(wsol),
    buyPoolV2Instruction({ mint, user, buybackFeeRecipient, amount: POOL_BUY_TOKENS, maxLamports: POOL_BUY_LAMPORTS_MAX }),
  ]
}
