import { creatorVaultPda } from '@pump-fun/pump-sdk'
import { PublicKey } from '@solana/web3.js'
import { type Lamports, lamports, type Mint } from '../../../domain/brands.ts'
import { coinAddresses } from './coin-addresses.ts'
import { coinStateKeys, readCoinState } from './coin-state.ts'
import type { PumpContext } from './pump-context.ts'

/**
 * What the creator's own vault gained by trades of this coin from the create to the lock, both slots included; the rent
 * that opened the vault is not a fee and is left out. 0 for a coin that is unknown.
 */
export async function readPreLockFees({ rpc }: PumpContext, mint: Mint, createSlot: number, lockSlot: number): Promise<Lamports> {
  const addresses = coinAddresses(new PublicKey(mint))
  const [accounts, emptyRentLamports, signatures] = await Promise.all([
    rpc.accounts(coinStateKeys(addresses)),
    rpc.emptyAccountRentLamports(),
    signaturesBetween(addresses.curve.toBase58(), createSlot, lockSlot),
  ])
  const state = readCoinState(addresses.mint, accounts)
  if (!state) return lamports(0)
  const vault = creatorVaultPda(state.split?.admin ?? state.curveCreator).toBase58()
  const entries = await Promise.all(signatures.map((signature) => rpc.transaction(signature)))
  const gains = entries.map((entry) => {
    const balance = entry?.balances.get(vault)
    if (!balance || balance.after <= balance.before) return 0n
    const opened = balance.before === 0n ? emptyRentLamports : 0n
    return balance.after - balance.before - opened
  })
  return lamports(gains.reduce((sum, gain) => sum + (gain > 0n ? gain : 0n), 0n))

  async function signaturesBetween(address: string, first: number, last: number): Promise<string[]> {
    const found: string[] = []
    for (let before: string | undefined; ;) {
      const page = await rpc.signaturesOf(address, before)
      found.push(...page.filter(({ slot, failed }) => !failed && slot >= first && slot <= last).map(({ signature }) => signature))
      const oldest = page.at(-1)
      if (!oldest || oldest.slot < first || oldest.signature === before) return found
      before = oldest.signature
    }
  }
}
