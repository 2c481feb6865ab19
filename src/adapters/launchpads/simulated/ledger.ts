import type { Database } from 'bun:sqlite'
import { type Lamports, lamports, type Mint, type Wallet } from '../../../domain/brands.ts'
import { ProgramError } from './program-error.ts'
import { isHoldable, isProgram } from './well-known-programs.ts'

/** Gives every lamport there is; the one account below zero. */
export const FAUCET = 'faucet'
/** Takes the transaction fees. */
export const VALIDATOR = 'validator'
/** Takes the launchpad's own part of each trade. */
export const PROTOCOL_FEES = 'protocol-fees'
/** Keeps the rent of every account that holds no lamports of its own here: mints, token accounts, fee shares. */
export const RENT = 'rent'

/** Account of the creator fees of a locked coin. */
export const vaultOf = (mint: Mint): string => `vault:${mint}`
/** Account of the SOL in a coin's curve, and after the graduation in its pool. */
export const reserveOf = (mint: Mint): string => `reserve:${mint}`

/** Who holds how many lamports. Lamports only ever move: what one account gains another loses, in the same commit. */
export interface Ledger {
  /** What the account holds; a wallet that was never touched holds what every new wallet does. */
  lamportsOf(address: string): Lamports
  /** True once the wallet was ever touched, or when new wallets come funded. Programs are there from the beginning. */
  isUsed(wallet: Wallet): boolean
  /** @throws ProgramError InsufficientLamports */
  move(from: string, to: string, amount: bigint): void
  hasTraded(wallet: Wallet): boolean
  /** From now on the wallet has traded. */
  recordTrader(wallet: Wallet): void
  /** Sum over all accounts: 0 as long as no lamport was made or lost. */
  totalLamports(): bigint
  /** What the faucet ever gave: new wallets, airdrops, forced graduations. */
  issuedLamports(): Lamports
}

/** The ledger of the chain in `db`; a new wallet holds `newWalletLamports`. */
export function createLedger(db: Database, newWalletLamports: Lamports): Ledger {
  const balance = db.query<{ lamports: bigint }, [string]>('SELECT lamports FROM account WHERE address = ?')
  const insert = db.query('INSERT INTO account (address, lamports) VALUES (?, ?)')
  const change = db.query('UPDATE account SET lamports = lamports + ? WHERE address = ?')
  const traded = db.query<{ has_traded: bigint }, [string]>('SELECT has_traded FROM account WHERE address = ?')
  const recordTrader = db.query('UPDATE account SET has_traded = 1 WHERE address = ?')
  const total = db.query<{ total: bigint | null }, []>('SELECT SUM(lamports) AS total FROM account')

  const held = (address: string): bigint | null => balance.get(address)?.lamports ?? null
  const gift = (address: string): bigint => (isHoldable(address) ? newWalletLamports : 0n)

  /** The balance of the account, which exists from now on. */
  function touch(address: string): bigint {
    const known = held(address)
    if (known !== null) return known
    const given = gift(address)
    insert.run(address, given)
    if (given > 0n) {
      touch(FAUCET)
      change.run(-given, FAUCET)
    }
    return given
  }

  return {
    lamportsOf: (address) => lamports(held(address) ?? gift(address)),
    isUsed: (wallet) => newWalletLamports > 0n || isProgram(wallet) || held(wallet) !== null,
    move(from, to, amount) {
      if (amount < 0n) throw new Error(`a move of ${amount} lamports`)
      if (amount === 0n) return
      const available = touch(from)
      touch(to)
      if (from !== FAUCET && available < amount) throw new ProgramError('InsufficientLamports')
      change.run(-amount, from)
      change.run(amount, to)
    },
    hasTraded: (wallet) => traded.get(wallet)?.has_traded === 1n,
    recordTrader(wallet) {
      touch(wallet)
      recordTrader.run(wallet)
    },
    totalLamports: () => total.get()?.total ?? 0n,
    issuedLamports: () => lamports(-(held(FAUCET) ?? 0n)),
  }
}
