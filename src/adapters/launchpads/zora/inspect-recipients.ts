import { type Address, isAddress } from 'viem'
import { atomicUnits, type Wallet } from '../../../domain/brands.ts'
import type { RecipientReport } from '../../../ports/recipient-report.ts'
import type { ZoraContext } from './context.ts'
import { feesNow } from './gas.ts'

/** Up to here come precompiles and places where people burn what they have: all take payments, and nobody gets them back. */
const NOBODYS_MAX = 0xffffn
/** Contracts of the chain itself. @see https://specs.optimism.io/protocol/predeploys.html */
const PREDEPLOYS = { first: 0x42n << 152n, last: (0x42n << 152n) + 0x7ffn }

/** What a split gives a wallet to take its part with, as 0xSplits does; a wallet that needs more makes every payout dear. */
const PAYMENT_GAS = 100_000n

/**
 * One report a wallet, each by a simulated payment with the gas that a split gives: a contract that takes payments is a wallet
 * like any other. One that was never used may still become a contract.
 *
 * @throws AppError upstream_unavailable also where a payment could not be simulated
 */
export async function inspectRecipients({ rpc }: ZoraContext, wallets: readonly Wallet[]): Promise<RecipientReport[]> {
  const { fees } = await feesNow(rpc)
  return Promise.all(
    wallets.map(async (wallet): Promise<RecipientReport> => {
      const report = (status: RecipientReport['status']) => ({ wallet, status, opening: atomicUnits(0) })
      if (!isAddress(wallet) || BigInt(wallet) <= NOBODYS_MAX) return report('invalid')
      const number = BigInt(wallet)
      if (number >= PREDEPLOYS.first && number <= PREDEPLOYS.last) return report('reserved')
      const address: Address = wallet
      const [takesPayment, code, sent, wei] = await Promise.all([
        rpc.takesPayment(address, PAYMENT_GAS, fees),
        rpc.code(address),
        rpc.nonce(address, 'latest'),
        rpc.balanceWei(address),
      ])
      if (!takesPayment) return report('refusing')
      return report(code === '0x' && sent === 0 && wei === 0n ? 'unused' : 'ok')
    }),
  )
}

/** True when the address takes a payment as one of a split or a reward is made. @throws AppError upstream_unavailable */
export const canBePaid = async ({ rpc }: Pick<ZoraContext, 'rpc'>, address: Address): Promise<boolean> =>
  rpc.takesPayment(address, PAYMENT_GAS, (await feesNow(rpc)).fees)
