import { canonicalPumpPoolPda, OnlinePumpSdk } from '@pump-fun/pump-sdk'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createSyncNativeInstruction,
  getAssociatedTokenAddressSync,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token'
import { Connection, type Keypair, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { lamports, type Mint } from '../../../src/domain/brands.ts'
import { poolReserves } from '../../../src/adapters/launchpads/pump/state/pool-reserves.ts'
import type { ChainServer } from './chain-server.ts'
import { firstBuybackRecipient, signV0 } from './launch-scene.ts'
import type { PoolVenue } from './pool-model.ts'
import { buyPoolV2Instruction, sellPoolV2Instruction } from './pump-instructions.ts'
import { decodeWireTransaction } from './wire-transaction.ts'

const AMOUNT_OFFSET = 64

/** The coin’s pool on the real programs, as this wallet trades there with so much wrapped SOL. Each trade lands at once. */
export async function openPoolVenue(server: ChainServer, mint: Mint, owner: Keypair, fundsLamports: bigint): Promise<PoolVenue> {
  const { chain } = server
  const connection = new Connection(server.url, 'confirmed')
  const [coin, pool] = [new PublicKey(mint), canonicalPumpPoolPda(new PublicKey(mint))]
  const buybackFeeRecipient = firstBuybackRecipient(await new OnlinePumpSdk(connection).fetchGlobal())
  const accountOf = (of: PublicKey, holder: PublicKey) =>
    of.equals(NATIVE_MINT)
      ? getAssociatedTokenAddressSync(of, holder, true)
      : getAssociatedTokenAddressSync(of, holder, true, TOKEN_2022_PROGRAM_ID)
  const funds = accountOf(NATIVE_MINT, owner.publicKey)
  const read = (key: PublicKey) => {
    const account = chain.svm.getAccount(key.toBase58() as never)
    const data = account.exists ? Buffer.from(account.data) : Buffer.alloc(0)
    return { lamports: lamports(0), owner: '', executable: false, data }
  }
  const held = () => read(funds).data.readBigUInt64LE(AMOUNT_OFFSET)
  const latest = { getLatestBlockhash: async () => chain.latestBlockhash() }

  async function land(instructions: TransactionInstruction[]): Promise<void> {
    const transaction = await signV0({ connection: latest as never }, instructions, [owner])
    const wire = decodeWireTransaction(transaction.serialize())
    chain.submit([wire])
    const { err, logs } = chain.ledger.get(wire.signature) ?? { err: 'it did not land', logs: [] }
    if (err !== null) throw new Error(`trade failed: ${JSON.stringify(err)} ${logs.at(-2)}`)
  }
  async function trade(instruction: TransactionInstruction): Promise<bigint> {
    const before = held()
    await land([instruction])
    return held() - before
  }

  chain.airdrop(owner.publicKey.toBase58(), fundsLamports + 100_000_000_000n)
  const open = (of: PublicKey, holder: PublicKey, program?: PublicKey) =>
    createAssociatedTokenAccountIdempotentInstruction(owner.publicKey, accountOf(of, holder), holder, of, program)
  await land([
    open(NATIVE_MINT, owner.publicKey),
    open(NATIVE_MINT, buybackFeeRecipient),
    open(coin, owner.publicKey, TOKEN_2022_PROGRAM_ID),
    SystemProgram.transfer({ fromPubkey: owner.publicKey, toPubkey: funds, lamports: fundsLamports }),
    createSyncNativeInstruction(funds),
  ])
  const input = { mint: coin, user: owner.publicKey, buybackFeeRecipient }
  return {
    reserves() {
      const { solReserveLamports, reserveTokenMicros } = poolReserves(
        read(pool),
        read(accountOf(coin, pool)),
        read(accountOf(NATIVE_MINT, pool)),
      )
      return { lamports: solReserveLamports, tokens: reserveTokenMicros }
    },
    buy: async (tokens) => -(await trade(buyPoolV2Instruction({ ...input, amount: tokens, maxLamports: held() }))),
    sell: (tokens) => trade(sellPoolV2Instruction({ ...input, amount: tokens })),
  }
}
