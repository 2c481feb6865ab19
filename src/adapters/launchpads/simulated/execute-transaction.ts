import type { Mint, UnixMs } from '../../../domain/brands.ts'
import type { ChainState } from './chain-state.ts'
import { stageOf } from './coin-table.ts'
import { buy } from './execute-trade.ts'
import { checkShares, distribute } from './fee-share.ts'
import { FEE_SHARE_LAMPORTS, COIN_ACCOUNTS_LAMPORTS, TEXT_LIMITS } from './launch-cost.ts'
import { RENT } from './ledger.ts'
import { ProgramError } from './program-error.ts'
import type { Instruction, VerifiedTransaction } from './wire-transaction.ts'

/** Where on the chain's time line a transaction is executed. */
export interface Moment {
  readonly slot: number
  readonly atMs: UnixMs
}

/**
 * Does all instructions of the transaction, in order. Run it inside a transaction of the database: when it throws, some are
 * done and must be rolled back.
 *
 * @throws ProgramError with pump's names where pump has one
 */
export function executeTransaction(state: ChainState, { signature, message }: VerifiedTransaction, moment: Moment): void {
  const signers = new Set<string>(message.signers)
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
        buy(state, moment.slot, { mint: message.mint, wallet: instruction.wallet }, { lamports: instruction.lamports })
        break
      case 'distribute':
        if ((state.coins.find(message.mint)?.lockSlot ?? null) === null) throw new ProgramError('SharingConfigNotFound')
        state.receipts.insertPayments(signature, distribute(state, message.mint))
    }
  }
}

type Of<Kind extends Instruction['kind']> = Extract<Instruction, { kind: Kind }>

function create(state: ChainState, mint: Mint, coin: Of<'create'>, signers: ReadonlySet<string>, { slot }: Moment): void {
  // The mint's own signature is what keeps its address from being taken by another.
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
