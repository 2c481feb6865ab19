import {
  type Global,
  OnlinePumpSdk,
  PUMP_SDK,
  bondingCurvePda,
  feeSharingConfigPda,
  getBuyTokenAmountFromSolAmount,
} from '@pump-fun/pump-sdk'
import {
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  createAssociatedTokenAccountIdempotentInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import {
  type AddressLookupTableAccount,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { BN } from '@coral-xyz/anchor'
import type { ChainServer } from './chain-server.ts'
import { placeLookupTable } from './lookup-table.ts'
import { buyV3Instruction } from './pump-instructions.ts'

export interface Share {
  address: PublicKey
  shareBps: number
}

/** N never-used wallets whose shares differ and total 10,000. */
export function freshShares(count: number): Share[] {
  const base = Math.floor(10_000 / count)
  const shares = Array.from({ length: count }, (_, index) => base + index - (count - 1))
  shares[0]! += 10_000 - shares.reduce((total, bps) => total + bps, 0)
  return shares.map((shareBps) => ({ address: Keypair.generate().publicKey, shareBps }))
}

export interface LaunchInput {
  mint: PublicKey
  creator: PublicKey
  shares: Share[]
  uri?: string
  firstBuy?: { kind: 'legacy' | 'v2' | 'v3'; lamports: bigint }
}

const URI_80 = `https://ipfs.io/ipfs/${'b'.repeat(59)}`

/** A launch's instructions in the only safe order: create, lock, then the first buy. */
export async function launchInstructions(sdk: OnlinePumpSdk, input: LaunchInput): Promise<TransactionInstruction[]> {
  const { mint, creator, shares, uri = URI_80, firstBuy } = input
  const coin = { mint, creator, user: creator, name: 'A Coin To Measure', symbol: 'MEASUR', uri, mayhemMode: false }
  const lock = {
    authority: creator,
    mint,
    currentShareholders: [creator],
    newShareholders: shares,
    quoteMint: NATIVE_MINT,
    quoteTokenProgram: TOKEN_PROGRAM_ID,
  }
  const instructions = [
    await PUMP_SDK.createV2Instruction(coin),
    await PUMP_SDK.createFeeSharingConfig({ creator, mint, pool: null }),
    await PUMP_SDK.updateFeeSharesV2(lock),
  ]
  if (firstBuy) instructions.push(...(await buyInstructions(sdk, { ...firstBuy, mint, user: creator })))
  return instructions
}

export interface BuyInput {
  mint: PublicKey
  user: PublicKey
  kind: 'legacy' | 'v2' | 'v3'
  lamports: bigint
}

/** A buy for all of `lamports`, fees included, on a curve that may not exist yet; any price above is refused. */
export async function buyInstructions(sdk: OnlinePumpSdk, { mint, user, kind, lamports }: BuyInput): Promise<TransactionInstruction[]> {
  const [global, feeConfig, curve] = await Promise.all([
    sdk.fetchGlobal(),
    sdk.fetchFeeConfig(),
    sdk.fetchBondingCurve(mint).catch(() => null),
  ])
  const solAmount = new BN(lamports.toString())
  const mintSupply = curve?.tokenTotalSupply ?? null
  const amount = getBuyTokenAmountFromSolAmount({
    global,
    feeConfig,
    mintSupply,
    bondingCurve: curve,
    amount: solAmount,
    quoteMint: NATIVE_MINT,
  })
  const account = getAssociatedTokenAddressSync(mint, user, true, TOKEN_2022_PROGRAM_ID)
  const openAccount = createAssociatedTokenAccountIdempotentInstruction(user, account, user, mint, TOKEN_2022_PROGRAM_ID)
  const recipients = { feeRecipient: global.feeRecipient, buybackFeeRecipient: firstBuybackRecipient(global) }
  const common = { user, mint, creator: feeSharingConfigPda(mint), amount, tokenProgram: TOKEN_2022_PROGRAM_ID, ...recipients }
  if (kind === 'legacy') return [openAccount, await PUMP_SDK.getBuyInstructionRaw({ ...common, solAmount })]
  if (kind === 'v2') return [openAccount, await PUMP_SDK.getBuyV2InstructionRaw({ ...common, quoteAmount: solAmount })]
  return [openAccount, buyV3Instruction({ ...common, amount: BigInt(amount.toString()), maxLamports: lamports })]
}

/** The SDK draws one of eight; tests take the first, so that every run has the same accounts. */
export const firstBuybackRecipient = (global: Global): PublicKey => global.buybackFeeRecipients[0]!

/** A client's view of the server, with a funded launcher. */
export interface LaunchScene {
  connection: Connection
  sdk: OnlinePumpSdk
  launcher: Keypair
  /** Holds every account of a launch that does not depend on the mint or the launcher. */
  lookupTable: AddressLookupTableAccount
}

export async function createLaunchScene(server: ChainServer, launcherLamports = 100_000_000_000n): Promise<LaunchScene> {
  const connection = new Connection(server.url, 'confirmed')
  const sdk = new OnlinePumpSdk(connection)
  const launcher = Keypair.generate()
  server.chain.airdrop(launcher.publicKey.toBase58(), launcherLamports)
  const lookupTable = placeLookupTable(server.chain, await sharedAccounts(sdk))
  return { connection, sdk, launcher, lookupTable }
}

/** What two launches that differ in everything have in common, under each kind of first buy. */
async function sharedAccounts(sdk: OnlinePumpSdk): Promise<PublicKey[]> {
  const shared = new Set<string>()
  for (const kind of ['legacy', 'v2', 'v3'] as const) {
    const accountsOf = async () => {
      const [mint, creator] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
      const input = { mint, creator, shares: freshShares(2), firstBuy: { kind, lamports: 1_000_000n } }
      return (await launchInstructions(sdk, input)).flatMap(({ keys }) => keys.map(({ pubkey }) => pubkey.toBase58()))
    }
    const other = new Set(await accountsOf())
    for (const key of await accountsOf()) if (other.has(key)) shared.add(key)
  }
  return [...shared].map((key) => new PublicKey(key))
}

/** A signed v0 transaction with the compute limit in front; the first signer pays. */
export async function signV0(
  { connection }: Pick<LaunchScene, 'connection'>,
  instructions: TransactionInstruction[],
  signers: Keypair[],
  tables: AddressLookupTableAccount[] = [],
): Promise<VersionedTransaction> {
  const { blockhash } = await connection.getLatestBlockhash()
  const budget = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: 600_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }),
  ]
  const message = new TransactionMessage({
    payerKey: signers[0]!.publicKey,
    recentBlockhash: blockhash,
    instructions: [...budget, ...instructions],
  }).compileToV0Message(tables)
  const transaction = new VersionedTransaction(message)
  transaction.sign(signers)
  return transaction
}

/** u64 at offset 125 of the curve: the creator fee of v3 trades that waits for a sweep. */
export async function waitingCreatorFee(connection: Connection, mint: PublicKey): Promise<bigint> {
  const account = await connection.getAccountInfo(bondingCurvePda(mint))
  return account && account.data.length >= 133 ? account.data.readBigUInt64LE(125) : 0n
}
