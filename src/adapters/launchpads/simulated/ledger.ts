import type { Database } from 'bun:sqlite'
import { type Lamports, lamports, type Mint, type Wallet } from '../../../domain/brands.ts'
import { ProgramError } from './program-error.ts'
import { isHoldable, isProgram } from './well-known-programs.ts'

/** The faucet, the only account with a negative balance: it issues every lamport. */
export const FAUCET = 'faucet'
/** The account that receives transaction fees. */
export const VALIDATOR = 'validator'
/** The account that receives the launchpad's part of each trade. */
export const PROTOCOL_FEES = 'protocol-fees'
/** The account that holds the rent of accounts without a balance here: mints, token accounts, fee shares. */
export const RENT = 'rent'

/** The account of the creator fees of a locked coin. */
export const vaultOf = (mint: Mint): string => `vault:${mint}`
/** The account of the SOL in a coin's curve, and after the graduation in its pool. */
export const reserveOf = (mint: Mint): string => `reserve:${mint}`

/** Balances in lamports. Every change is a transfer between two accounts in one commit, so that the sum stays 0. */
export interface Ledger {
  /** The balance of the account; a wallet that was never used has the balance of a new wallet. */
  lamportsOf(address: string): Lamports
  /** True once the wallet was used, or when new wallets come funded. Programs always exist. */
  isUsed(wallet: Wallet): boolean
  /** @throws ProgramError InsufficientLamports */
  move(from: string, to: string, amountLamports: Lamports): void
  hasTraded(wallet: Wallet): boolean
  /** Marks that the wallet has traded. */
  recordTrader(wallet: Wallet): void
  /** Sum over all accounts: always 0. */
  totalLamports(): bigint
  /** Everything that the faucet issued: to new wallets, by airdrops and forced graduations. */
  issuedLamports(): Lamports
}

/** The ledger in `db`; a new wallet has `newWalletLamports`. */
export function createLedger(db: Database, newWalletLamports: Lamports): Ledger {
  const balance = db.query<{ lamports: bigint }, [string]>('SELECT lamports FROM account WHERE address = ?')
  const insert = db.query('INSERT INTO account (address, lamports) VALUES (?, ?)')
  const change = db.query('UPDATE account SET lamports = lamports + ? WHERE address = ?')
  const traded = db.query<{ has_traded: bigint }, [string]>('SELECT has_traded FROM account WHERE address = ?')
  const recordTrader = db.query('UPDATE account SET has_traded = 1 WHERE address = ?')
  const total = db.query<{ total: bigint | null }, []>('SELECT SUM(lamports) AS total FROM account')

  const heldLamports = (address: string): bigint | null => balance.get(address)?.lamports ?? null
  const giftLamports = (address: string): Lamports => (isHoldable(address) ? newWalletLamports : lamports(0))

  /** The balance of the account, which is created if needed; the faucet's is negative. */
  function touchLamports(address: string): bigint {
    const knownLamports = heldLamports(address)
    if (knownLamports !== null) return knownLamports
    const givenLamports = giftLamports(address)
    insert.run(address, givenLamports)
    if (givenLamports > 0n) {
      touchLamports(FAUCET)
      change.run(-givenLamports, FAUCET)
    }
    return givenLamports
  }

  return {
    lamportsOf: (address) => lamports(heldLamports(address) ?? giftLamports(address)),
    isUsed: (wallet) => newWalletLamports > 0n || isProgram(wallet) || heldLamports(wallet) !== null,
    move(from, to, amountLamports) {
      if (amountLamports < 0n) throw new Error(`a move of ${amountLamports} lamports`)
      if (amountLamports === 0n) return
      const availableLamports = touchLamports(from)
      touchLamports(to)
      if (from !== FAUCET && availableLamports < amountLamports) throw new ProgramError('InsufficientLamports')
      change.run(-amountLamports, from)
      change.run(amountLamports, to)
    },
    hasTraded: (wallet) => traded.get(wallet)?.has_traded === 1n,
    recordTrader(wallet) {
      touchLamports(wallet)
      recordTrader.run(wallet)
    },
    totalLamports: () => total.get()?.total ?? 0n,
    issuedLamports: () => lamports(-(heldLamports(FAUCET) ?? 0n)),
  }
}
