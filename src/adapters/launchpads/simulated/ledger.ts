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

/** What became of an account's balance while the ledger was followed. */
export interface AccountChange {
  readonly address: string
  readonly beforeLamports: Lamports
  readonly afterLamports: Lamports
  /** What of it went to VALIDATOR, and to RENT. */
  readonly feeLamports: Lamports
  readonly rentLamports: Lamports
}

/** Balances in lamports. Every change is a transfer between two accounts in one commit, so that the sum stays 0. */
export interface Ledger {
  /** The balance of the account; a wallet that was never used has the balance of a new wallet. */
  lamportsOf(address: string): Lamports
  /** True once the wallet was used, or when new wallets come funded. Programs always exist. */
  isUsed(wallet: Wallet): boolean
  /** @throws ProgramError InsufficientLamports */
  move(from: string, to: string, amountLamports: Lamports): void
  /** What it returns ends the following, and returns the changes of every account that a move named since, rolled back or not. */
  follow(): () => readonly AccountChange[]
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

  let followed: Map<string, Pick<AccountChange, 'beforeLamports' | 'feeLamports' | 'rentLamports'>> | null = null

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

  const lamportsOf = (address: string): Lamports => lamports(heldLamports(address) ?? giftLamports(address))

  function note(from: string, to: string, amountLamports: Lamports): void {
    if (followed === null) return
    for (const address of [from, to])
      if (address !== FAUCET && !followed.has(address))
        followed.set(address, { beforeLamports: lamportsOf(address), feeLamports: lamports(0), rentLamports: lamports(0) })
    const payer = followed.get(from)
    if (payer && to === VALIDATOR) followed.set(from, { ...payer, feeLamports: lamports(payer.feeLamports + amountLamports) })
    if (payer && to === RENT) followed.set(from, { ...payer, rentLamports: lamports(payer.rentLamports + amountLamports) })
  }

  return {
    lamportsOf,
    isUsed: (wallet) => newWalletLamports > 0n || isProgram(wallet) || heldLamports(wallet) !== null,
    move(from, to, amountLamports) {
      if (amountLamports < 0n) throw new Error(`a move of ${amountLamports} lamports`)
      if (amountLamports === 0n) return
      note(from, to, amountLamports)
      const availableLamports = touchLamports(from)
      touchLamports(to)
      if (from !== FAUCET && availableLamports < amountLamports) throw new ProgramError('InsufficientLamports')
      change.run(-amountLamports, from)
      change.run(amountLamports, to)
    },
    follow() {
      const changes: NonNullable<typeof followed> = new Map()
      followed = changes
      return () => {
        followed = null
        return [...changes].map(([address, change]) => ({ address, ...change, afterLamports: lamportsOf(address) }))
      }
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
