import { creatorVaultPda } from '@pump-fun/pump-sdk'
import { PublicKey } from '@solana/web3.js'
import { type Lamports, lamports, type Mint } from '../../../../domain/brands.ts'
import { coinAddresses } from '../coin-addresses.ts'
import { coinStateKeys, readCoinState } from '../state/coin-state.ts'
import type { BalanceChange } from '../../../chains/solana/ledger-entry.ts'
import type { SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import type { PumpContext } from '../context.ts'

/** Create and lock of a launch are seconds apart, while a coin that is locked later may have thousands of trades. */
const READS_AT_ONCE = 25

/**
 * What trades of this coin paid to the creator's own vault from create to lock, both slots included; the rent of the vault is not a fee
 * and is left out. 0 for an unknown coin.
 */
export async function readPreLockFees({ rpc }: PumpContext, mint: Mint, createSlot: number, lockSlot: number): Promise<Lamports> {
  const addresses = coinAddresses(new PublicKey(mint))
  const [accounts, emptyRentLamports, signatures] = await Promise.all([
    rpc.accounts(coinStateKeys(addresses)),
    rpc.emptyAccountRentLamports(),
    signaturesBetween(rpc, addresses.curve.toBase58(), createSlot, lockSlot),
  ])
  const state = readCoinState(addresses.mint, accounts)
  if (!state) return lamports(0)
  const vault = creatorVaultPda(state.split?.admin ?? state.curveCreator).toBase58()
  let gainedLamports = lamports(0)
  for (let first = 0; first < signatures.length; first += READS_AT_ONCE) {
    const entries = await Promise.all(signatures.slice(first, first + READS_AT_ONCE).map((signature) => rpc.transaction(signature)))
    for (const entry of entries) gainedLamports = lamports(gainedLamports + gainLamports(entry?.balances.get(vault), emptyRentLamports))
  }
  return gainedLamports
}

function gainLamports(change: BalanceChange | undefined, emptyRentLamports: Lamports): Lamports {
  const { beforeLamports, afterLamports } = change ?? { beforeLamports: 0n, afterLamports: 0n }
  const gainLamports = afterLamports - beforeLamports - (beforeLamports === 0n ? emptyRentLamports : 0n)
  return lamports(gainLamports > 0n ? gainLamports : 0n)
}

async function signaturesBetween(rpc: SolanaRpc, address: string, first: number, last: number): Promise<string[]> {
  const found: string[] = []
  let before: string | undefined
  for (;;) {
    const page = await rpc.signaturesOf(address, before === undefined ? {} : { before })
    found.push(...page.filter(({ slot, failed }) => !failed && slot >= first && slot <= last).map(({ signature }) => signature))
    const oldest = page.at(-1)
    if (!oldest || oldest.slot < first || oldest.signature === before) return found
    before = oldest.signature
  }
}
