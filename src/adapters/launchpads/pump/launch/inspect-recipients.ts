import { GLOBAL_PDA } from '@pump-fun/pump-sdk'
import { lamports, type Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import { isAddress } from '../../../../lib/ed25519.ts'
import { isLoader, isReservedAccount, isRuntimeOwner } from '../../../../lib/reserved-accounts.ts'
import type { RecipientReport } from '../../../../ports/recipient-report.ts'
import type { ChainAccount } from '../../../chains/solana/solana-rpc.ts'
import { readLaunchTerms } from '../state/launch-terms.ts'
import { findRefusingRecipients } from './find-refusing-recipients.ts'
import type { PumpContext } from '../context.ts'

/**
 * Whether each wallet can be paid: judged by the account at its address, and by a simulated payment of the rent to all of them.
 * Program-derived addresses can be paid (a multisig is one); programs cannot, nor accounts that only the runtime writes: one such
 * shareholder blocks the distribution to all for good.
 *
 * @throws AppError upstream_unavailable also where nothing could be simulated
 */
export async function inspectRecipients({ rpc }: PumpContext, wallets: readonly Wallet[]): Promise<RecipientReport[]> {
  const valid = wallets.filter(isAddress)
  const [[global, ...accounts], emptyRentLamports] = await Promise.all([
    rpc.accounts([GLOBAL_PDA.toBase58(), ...valid]),
    rpc.emptyAccountRentLamports(),
  ])
  if (!global) throw new AppError('upstream_unavailable', { upstream: 'pump on this cluster' })
  const seen = new Map(valid.map((wallet, index) => [wallet, statusOf(wallet, accounts[index] ?? null)]))
  const payable = [...seen].filter(([, status]) => status === 'ok' || status === 'unused').map(([wallet]) => wallet)
  // pump's own fee wallets, which hold SOL on every cluster with pump, independently of the launcher's balance.
  const payers = readLaunchTerms(global, null).feeRecipients
  const refusing = await findRefusingRecipients(rpc, { payers, recipients: payable, amountLamports: emptyRentLamports })
  return wallets.map((wallet) => {
    const found = seen.get(wallet) ?? 'invalid'
    const status = refusing.has(wallet) ? 'refusing' : found
    return { wallet, status, openingAtomic: status === 'unused' ? emptyRentLamports : lamports(0) }
  })
}

function statusOf(wallet: Wallet, account: ChainAccount | null): RecipientReport['status'] {
  if (account && (account.executable || isLoader(account.owner))) return 'executable'
  if (isReservedAccount(wallet) || (account && isRuntimeOwner(account.owner))) return 'reserved'
  return account === null ? 'unused' : 'ok'
}
