import { type Address, isAddress } from 'viem'
import { atomicUnits, type Wallet } from '../../../domain/brands.ts'
import type { RecipientReport } from '../../../ports/recipient-report.ts'
import { readGasPrice } from './evm-gas.ts'
import type { EvmRpc } from './evm-rpc.ts'

/** Addresses up to this are precompiles and burn addresses: they accept payments that nobody gets back. */
const NOBODYS_MAX = 0xffffn
/** Predeployed contracts of the chain. @see https://specs.optimism.io/protocol/predeploys.html */
const PREDEPLOYS = { first: 0x42n << 152n, last: (0x42n << 152n) + 0x7ffn }

/** The gas that a payment gives its payee; a wallet that needs more would make every payout expensive. */
const PAYMENT_GAS = 100_000n

/**
 * One report per wallet, each by a simulated payment in ETH: a contract that accepts those is as good as any wallet. An unused address
 * may still become a contract.
 *
 * @throws AppError upstream_unavailable also where a payment could not be simulated
 */
export async function inspectEvmRecipients(rpc: EvmRpc, wallets: readonly Wallet[]): Promise<RecipientReport[]> {
  const { fees } = await readGasPrice(rpc)
  return Promise.all(
    wallets.map(async (wallet): Promise<RecipientReport> => {
      const report = (status: RecipientReport['status']) => ({ wallet, status, openingAtomic: atomicUnits(0) })
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

/** True when the address accepts a payment in ETH as a recipient has to. */
export const canBePaid = async (rpc: EvmRpc, address: Address): Promise<boolean> =>
  rpc.takesPayment(address, PAYMENT_GAS, (await readGasPrice(rpc)).fees)
