import { lamports, type Wallet } from '../../../domain/brands.ts'
import { isAddress } from '../../../lib/ed25519.ts'
import type { RecipientReport } from '../../../ports/launchpad.ts'
import type { ChainAccount } from '../../chain/solana-rpc.ts'
import type { PumpContext } from './pump-context.ts'

/**
 * Whether each wallet can be paid for good. Program addresses may be paid (a multisig is one); programs may not: one
 * executable shareholder blocks the distribution to all, for ever.
 */
export async function inspectRecipients({ rpc }: PumpContext, wallets: readonly Wallet[]): Promise<RecipientReport[]> {
  const valid = wallets.filter(isAddress)
  const [accounts, rent] = await Promise.all([rpc.accounts(valid), rpc.emptyAccountRentLamports()])
  return wallets.map((wallet) => {
    const status = isAddress(wallet) ? statusOf(accounts[valid.indexOf(wallet)] ?? null) : 'invalid'
    return { wallet, status, openingLamports: lamports(status === 'unused' ? rent : 0n) }
  })
}

const statusOf = (account: ChainAccount | null): RecipientReport['status'] =>
  account === null ? 'unused' : account.executable ? 'executable' : 'ok'
