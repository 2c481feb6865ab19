import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import {
  type Lamports,
  lamports,
  type Mint,
  type Signature,
  type TokenMicros,
  tokenMicros,
  unixMs,
  type Wallet,
} from '../../../../domain/brands.ts'
import type { BuybackReceipt } from '../../../../domain/buyback.ts'
import type { LedgerEntry, LedgerInstruction } from '../../../chains/solana/ledger-entry.ts'
import { wrappedSolAccount } from '../coin-addresses.ts'
import type { PumpContext } from '../context.ts'

const TOKEN_PROGRAMS = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].map(String)
/** `Burn` and `BurnChecked` of both token programs: tag, then amount; accounts are token account, mint, owner. */
const BURN_TAGS = [8, 15]
const BURN_BYTES_MIN = 9

/**
 * The balance changes of `wallet` in a landed transaction: SOL, wrapped SOL and the coin. Null when it failed, and while no node has it.
 */
export async function readBuyback({ rpc }: PumpContext, mint: Mint, wallet: Wallet, signature: Signature): Promise<BuybackReceipt | null> {
  const entry = await rpc.transaction(signature)
  if (!entry || entry.err !== null || entry.tokenBalances === null) return null
  const burnedTokenMicros = burnedBy(entry, mint, wallet)
  const held = [...entry.tokenBalances.values()].filter((balance) => balance.mint === mint && balance.owner === wallet)
  const gainedTokenMicros = held.reduce((sumUnits, { beforeUnits, afterUnits }) => sumUnits + afterUnits - beforeUnits, 0n)
  return {
    signature,
    height: entry.slot,
    atMs: unixMs((entry.blockTimeSec ?? 0) * 1_000),
    spentAtomic: spentLamports(entry, wallet),
    tokenMicros: tokenMicros(gainedTokenMicros + burnedTokenMicros),
    burnedTokenMicros,
  }
}

/** Wrapped SOL that existed before and was unwrapped by the transaction belonged to the wallet. */
function spentLamports({ balances }: LedgerEntry, wallet: Wallet): Lamports {
  const left = [wallet, wrappedSolAccount(new PublicKey(wallet)).toBase58()].map((address) => balances.get(address))
  return lamports(left.reduce((sumLamports, change) => sumLamports + (change ? change.beforeLamports - change.afterLamports : 0n), 0n))
}

function burnedBy({ instructions, innerInstructions }: LedgerEntry, mint: Mint, wallet: Wallet): TokenMicros {
  const isOurs = ({ program, accounts, data }: LedgerInstruction) =>
    TOKEN_PROGRAMS.includes(program) &&
    BURN_TAGS.includes(data[0] ?? -1) &&
    data.length >= BURN_BYTES_MIN &&
    accounts[1] === mint &&
    accounts[2] === wallet
  const burns = [...instructions, ...innerInstructions].filter(isOurs)
  return tokenMicros(burns.reduce((sumTokenMicros, { data }) => sumTokenMicros + Buffer.from(data).readBigUInt64LE(1), 0n))
}
