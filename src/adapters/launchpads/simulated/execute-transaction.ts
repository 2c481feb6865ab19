import { lamports, type Mint, tokenMicros, type UnixMs, type Wallet } from '../../../domain/brands.ts'
import type { ChainState } from './chain-state.ts'
import { stageOf } from './tables/coin-table.ts'
import { burn, buy, buyJust } from './execute-trade.ts'
import { checkShares, distribute } from './fee-share.ts'
import { COIN_ACCOUNTS_LAMPORTS, FEE_SHARE_LAMPORTS, signatureFeeLamports, TEXT_LIMITS } from './launch-cost.ts'
import { RENT } from './ledger.ts'
import { isRedirected } from './misbehaving-tickers.ts'
import { ProgramError } from './program-error.ts'
import type { Instruction } from './message.ts'
import type { VerifiedTransaction } from './wire-transaction.ts'

/** The slot and time of an execution. */
export interface Moment {
  readonly slot: number
  readonly atMs: UnixMs
}

/**
 * Executes all instructions of the transaction, in order. Run it inside a database transaction, which must be rolled back when it throws.
 *
 * @throws ProgramError with pump's names where pump has one
 */
export function executeTransaction(state: ChainState, { signature, message }: VerifiedTransaction, moment: Moment): void {
  const signers = new Set<string>(message.signers)
  const payer = message.signers[0]!
  const before = holdingsOf(state, message.mint, payer)
  for (const instruction of message.instructions) {
    switch (instruction.kind) {
      case 'create':
        create(state, message.mint, instruction, signers, moment)
        break
      case 'lock':
        lock(state, message.mint, instruction, signers, moment)
        break
      case 'buy':
        if (!signers.has(instruction.wallet)) throw new ProgramError('NotAuthorized')
        if (instruction.tokenMicros === undefined) {
          buy(state, moment.slot, { mint: message.mint, wallet: instruction.wallet }, { lamports: instruction.lamports })
        } else buyJust(state, moment.slot, { mint: message.mint, ...instruction, tokenMicros: instruction.tokenMicros })
        break
      case 'burn':
        if (!signers.has(instruction.wallet)) throw new ProgramError('NotAuthorized')
        burn(state, { mint: message.mint, ...instruction })
        break
      case 'distribute':
        checkDistributable(state, message.mint, moment)
        state.receipts.insertPayments(signature, distribute(state, message.mint))
    }
  }
  const isPurchase = message.instructions.some((instruction) => instruction.kind === 'buy' && instruction.tokenMicros !== undefined)
  if (!isPurchase) return
  const after = holdingsOf(state, message.mint, payer)
  const burnedTokenMicros = tokenMicros(
    message.instructions.reduce(
      (sumTokenMicros, instruction) => sumTokenMicros + (instruction.kind === 'burn' ? instruction.tokenMicros : 0n),
      0n,
    ),
  )
  state.receipts.insertPurchase(signature, {
    wallet: payer,
    // The fee was charged before the first instruction.
    spentLamports: lamports(before.lamports - after.lamports + signatureFeeLamports(message)),
    tokenMicros: tokenMicros(after.tokens - before.tokens + burnedTokenMicros),
    burnedTokenMicros,
  })
}

/** @throws ProgramError with pump's names */
function checkDistributable({ coins }: ChainState, mint: Mint, { slot }: Moment): void {
  const coin = coins.find(mint)
  if (!coin || coin.lockSlot === null) throw new ProgramError('SharingConfigNotFound')
  if (isRedirected(coin, slot)) throw new ProgramError('SharingConfigNotActive')
}

const holdingsOf = ({ ledger, trades }: ChainState, mint: Mint, wallet: Wallet) => ({
  lamports: ledger.lamportsOf(wallet),
  tokens: trades.tokensOf(mint, wallet) ?? 0n,
})

type Of<Kind extends Instruction['kind']> = Extract<Instruction, { kind: Kind }>

function create(state: ChainState, mint: Mint, coin: Of<'create'>, signers: ReadonlySet<string>, { slot }: Moment): void {
  // Requires the mint's signature, so that nobody else can take its address.
  if (!signers.has(mint) || !signers.has(coin.creator)) throw new ProgramError('NotAuthorized')
  if (state.coins.find(mint)) throw new ProgramError('MintInUse')
  if (Buffer.byteLength(coin.name) > TEXT_LIMITS.nameBytesMax) throw new ProgramError('NameTooLong')
  if (Buffer.byteLength(coin.ticker) > TEXT_LIMITS.tickerBytesMax) throw new ProgramError('SymbolTooLong')
  if (Buffer.byteLength(coin.metadataUri) > TEXT_LIMITS.metadataUriBytesMax) throw new ProgramError('UriTooLong')
  state.ledger.move(coin.creator, RENT, COIN_ACCOUNTS_LAMPORTS)
  const { creator, name, ticker, metadataUri } = coin
  state.coins.insert({ mint, creator, name, ticker, metadataUri, createSlot: slot })
}

function lock(
  state: ChainState,
  mint: Mint,
  { authority, shareholders }: Of<'lock'>,
  signers: ReadonlySet<string>,
  { slot }: Moment,
): void {
  const coin = state.coins.find(mint)
  if (!coin) throw new ProgramError('MintUnknown')
  if (!signers.has(authority) || coin.creator !== authority) throw new ProgramError('NotAuthorized')
  if (coin.lockSlot !== null) throw new ProgramError('SharingConfigAdminRevoked')
  if (stageOf(coin, slot) === 'graduating') throw new ProgramError('AmmAccountsRequiredForGraduatedCoin')
  checkShares(shareholders)
  state.ledger.move(authority, RENT, FEE_SHARE_LAMPORTS)
  state.coins.insertShares(mint, slot, shareholders)
}
