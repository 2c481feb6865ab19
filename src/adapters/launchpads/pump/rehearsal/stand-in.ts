import { SystemProgram } from '@solana/web3.js'
import type { Wallet } from '../../../../domain/brands.ts'
import type { ChainAccount, SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import { readLaunchTerms } from '../state/launch-terms.ts'
import { preferListed } from '../transactions/chain-view.ts'

/**
 * The richest of pump's own fee wallets, which hold SOL on every cluster with pump; not the one that a launch with this lookup table pays
 * its fee to. Nothing is signed for it: a node runs what nobody has signed.
 */
export async function standIn(rpc: SolanaRpc, global: ChainAccount, table: ChainAccount | null): Promise<Wallet | null> {
  const [, ...others] = preferListed(readLaunchTerms(global, null), table?.data ?? null).feeRecipients
  const wallets = others.map((key) => key.toBase58() as Wallet)
  const accounts = await rpc.accounts(wallets)
  const held = wallets.flatMap((wallet, index) => {
    const account = accounts[index]
    const pays = account && account.data.length === 0 && account.owner === SystemProgram.programId.toBase58()
    return pays ? [{ wallet, balanceLamports: account.lamports }] : []
  })
  return held.toSorted((one, other) => (one.balanceLamports < other.balanceLamports ? 1 : -1))[0]?.wallet ?? null
}
