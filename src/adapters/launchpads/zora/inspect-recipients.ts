import { type Address, isAddress } from 'viem'
import { lamports, type Wallet } from '../../../domain/brands.ts'
import type { RecipientReport } from '../../../ports/launchpad.ts'
import type { ZoraContext } from './zora-context.ts'

/** Up to here come precompiles and places where people burn what they have: all take payments, and nobody gets them back. */
const NOBODYS_MAX = 0xffffn
/** How the code of a wallet begins that lets a contract act for it. @see EIP-7702 */
const DELEGATION = '0xef0100'

/** One report a wallet: a contract that takes payments is a wallet like any other. */
export const inspectRecipients = ({ rpc }: ZoraContext, wallets: readonly Wallet[]): Promise<RecipientReport[]> =>
  Promise.all(
    wallets.map(async (wallet): Promise<RecipientReport> => {
      const report = (status: RecipientReport['status']) => ({ wallet, status, openingLamports: lamports(0) })
      if (!isAddress(wallet) || BigInt(wallet) <= NOBODYS_MAX) return report('invalid')
      const address: Address = wallet
      const code = await rpc.code(address)
      if (code === '0x' || code.startsWith(DELEGATION)) return report('ok')
      return report((await rpc.takesPayment(address)) ? 'ok' : 'executable')
    }),
  )
