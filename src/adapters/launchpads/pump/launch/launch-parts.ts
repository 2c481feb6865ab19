import { feeSharingConfigPda, PUMP_SDK } from '@pump-fun/pump-sdk'
import { NATIVE_MINT, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { type Lamports, lamports } from '../../../../domain/brands.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import { type ChainView, rentLamports } from '../transactions/chain-view.ts'
import { coinAddresses } from '../coin-addresses.ts'
import { firstBuy } from './first-buy.ts'
import { sweepCurve } from '../transactions/sweeps.ts'

/** The instructions of a launch in the only safe order: create, lock, buy. Lock and buy may be empty. */
export interface LaunchParts {
  readonly create: readonly TransactionInstruction[]
  /** Runs before a lock in a later transaction than the create: fees of others' trades that wait would forbid the lock. */
  readonly sweep: readonly TransactionInstruction[]
  readonly lock: readonly TransactionInstruction[]
  readonly buy: readonly TransactionInstruction[]
}

/** cashback (1 byte), creator fee rate (8) and holder reward (1), all off: the program reads missing ones as off. */
const TRAILING_DEFAULTS_BYTES = 10

/** The instructions of a launch by `launcher`, who pays and is the coin's creator until the lock. */
export async function launchParts(
  plan: CoinPlan,
  mint: PublicKey,
  launcher: PublicKey,
  view: Pick<ChainView, 'launchTerms' | 'emptyRentLamports'>,
): Promise<LaunchParts> {
  const locks = plan.shareholders.length > 0
  return {
    create: [await createCoin(plan, mint, launcher), ...paddingRent(plan, mint, launcher, view.emptyRentLamports)],
    sweep: locks ? [sweepCurve(coinAddresses(mint), launcher, launcher)] : [],
    lock: locks ? await lockFeeShare(mint, launcher, [launcher], plan.shareholders, { pool: null, configured: false }) : [],
    // After the lock the split is the coin's creator, and receives the first buy's fee.
    buy:
      plan.initialBuyAtomic === 0n
        ? []
        : firstBuy({
            mint,
            user: launcher,
            creator: locks ? feeSharingConfigPda(mint) : launcher,
            spentLamports: lamports(plan.initialBuyAtomic),
            terms: view.launchTerms(),
          }),
  }
}

/**
 * An account of 355 bytes could be mistaken for a multisig, so Token-2022 makes such a mint two bytes longer, for which create_v2 does
 * not pay rent: the runtime then refuses the whole launch.
 */
function paddingRent(plan: CoinPlan, mint: PublicKey, launcher: PublicKey, emptyRentLamports: Lamports): TransactionInstruction[] {
  const missingLamports = rentLamports(emptyRentLamports, mintBytes(plan)) - rentLamports(emptyRentLamports, MINT_BYTES + textBytes(plan))
  return missingLamports === 0n ? [] : [SystemProgram.transfer({ fromPubkey: launcher, toPubkey: mint, lamports: missingLamports })]
}

/** Bytes of a Token-2022 mint with metadata pointer and metadata, without the texts. */
const MINT_BYTES = 318
const MULTISIG_BYTES = 355

const textBytes = ({ name, ticker, metadataUri }: CoinPlan): number =>
  [name, ticker, metadataUri].reduce((sum, text) => sum + Buffer.byteLength(text), 0)

/** Bytes of the coin's mint account. */
export function mintBytes(plan: CoinPlan): number {
  const bytes = MINT_BYTES + textBytes(plan)
  return bytes === MULTISIG_BYTES ? bytes + 2 : bytes
}

async function createCoin(plan: CoinPlan, mint: PublicKey, launcher: PublicKey): Promise<TransactionInstruction> {
  const { name, ticker: symbol, metadataUri: uri } = plan
  const instruction = await PUMP_SDK.createV2Instruction({ mint, name, symbol, uri, creator: launcher, user: launcher, mayhemMode: false })
  instruction.data = instruction.data.subarray(0, -TRAILING_DEFAULTS_BYTES)
  return instruction
}

/**
 * Creates the sharing config (unless `configured`) and sets its shareholders, which revokes the right to change it. `current` are its
 * shareholders until then: the creator alone, when it is new.
 */
export async function lockFeeShare(
  mint: PublicKey,
  creator: PublicKey,
  current: readonly PublicKey[],
  shareholders: CoinPlan['shareholders'],
  state: { pool: PublicKey | null; configured: boolean },
): Promise<TransactionInstruction[]> {
  const update = await PUMP_SDK.updateFeeSharesV2({
    authority: creator,
    mint,
    currentShareholders: [...current],
    newShareholders: shareholders.map(({ wallet, bps }) => ({ address: new PublicKey(wallet), shareBps: bps })),
    quoteMint: NATIVE_MINT,
    quoteTokenProgram: TOKEN_PROGRAM_ID,
  })
  // Since October 2026 the pool of a complete curve is the last account, so that the program can check that its fees are swept.
  if (state.pool) update.keys.push({ pubkey: state.pool, isSigner: false, isWritable: false })
  return state.configured ? [update] : [await PUMP_SDK.createFeeSharingConfig({ creator, mint, pool: state.pool }), update]
}
