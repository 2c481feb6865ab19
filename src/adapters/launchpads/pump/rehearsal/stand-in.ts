import { PublicKey } from '@solana/web3.js'
import type { Wallet } from '../../../../domain/brands.ts'
import type { ChainAccount, SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import { readLaunchTerms } from '../state/launch-terms.ts'

/**
 * The richest of pump's own fee wallets, which hold SOL on every cluster with pump; not the first, which the launch itself would pay a
 * fee to. Nothing is signed for it: a node runs what nobody has signed.
 */
export async function standIn(rpc: SolanaRpc, global: ChainAccount): Promise<Wallet | null> {
  const wallets = readLaunchTerms(global, null)
    .feeRecipients.slice(1)
    .map((key) => key.toBase58() as Wallet)
  const accounts = await rpc.accounts(wallets)
  const held = wallets.flatMap((wallet, index) => {
    const account = accounts[index]
    return account && PublicKey.isOnCurve(wallet) ? [{ wallet, balanceLamports: account.lamports }] : []
  })
  return held.toSorted((one, other) => (one.balanceLamports < other.balanceLamports ? 1 : -1))[0]?.wallet ?? null
}
