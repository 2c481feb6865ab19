import { x402ExactPermit2ProxyABI } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { usdMicros } from '../../../src/domain/brands.ts'
import { permit2RequirementsOf } from '../../../src/domain/payments/payment-requirements.ts'
import { PAY_TO } from '../../support/payment-bank.ts'
import { type BaseNode, FACILITATOR_KEY } from './base-node.ts'
import { type EvmPayer, newEvmPayer } from './evm-payer.ts'
import { approvePermit2 } from './permit2-contracts.ts'

/** The schemes that are paid by Permit2. */
export const PERMIT2_SCHEMES = ['exact', 'upto'] as const
export type Permit2Scheme = (typeof PERMIT2_SCHEMES)[number]

/** What the official client signed. */
export interface Permit2Payment {
  readonly signature: Hex
  readonly permit2Authorization: {
    readonly from: Address
    readonly permitted: { readonly token: Address; readonly amount: string }
    readonly spender: Address
    readonly nonce: string
    readonly deadline: string
    readonly witness: { readonly to: Address; readonly facilitator: Address; readonly validAfter: string }
  }
}

/** A wallet with USDC that pays by Permit2. */
export interface Permit2Payer extends Pick<EvmPayer, 'key' | 'address'> {
  /** Signed by the official client, for requirements that differ from the service’s by `changes`. */
  sign(scheme: Permit2Scheme, amount: bigint, changes?: object): Promise<Permit2Payment>
  pay(scheme: Permit2Scheme, amount: bigint, changes?: object): Promise<Record<string, string>>
}

const requirements = (scheme: Permit2Scheme, amount: bigint) =>
  permit2RequirementsOf(
    { payTo: PAY_TO, amountUsdMicros: usdMicros(amount) },
    { scheme, facilitator: scheme === 'upto' ? privateKeyToAddress(FACILITATOR_KEY) : null },
  )

/** What was signed, as a header for the service’s own requirements. */
export const permit2Headers = (scheme: Permit2Scheme, amount: bigint, payload: Permit2Payment): Record<string, string> => ({
  'payment-signature': Buffer.from(JSON.stringify({ x402Version: 2, accepted: requirements(scheme, amount), payload })).toString('base64'),
})

/** A new wallet that holds so many millionths of a dollar, and lets Permit2 spend so many. */
export async function newPermit2Payer(node: BaseNode, balance = 1_000_000_000n, allowance?: bigint): Promise<Permit2Payer> {
  const { key, address } = await newEvmPayer(node, balance)
  if (allowance !== 0n) await approvePermit2(node, address, allowance)
  const account = privateKeyToAccount(key)
  const clients = { exact: new ExactEvmScheme(account), upto: new UptoEvmScheme(account) }
  const sign: Permit2Payer['sign'] = async (scheme, amount, changes = {}) => {
    const { payload } = await clients[scheme].createPaymentPayload(2, { ...requirements(scheme, amount), ...changes } as never)
    return payload as unknown as Permit2Payment
  }
  return { key, address, sign, pay: async (scheme, amount, changes) => permit2Headers(scheme, amount, await sign(scheme, amount, changes)) }
}

/** What settles an exact payment at x402's contract, by anyone. */
export const settleData = ({ signature, permit2Authorization: { from, permitted, nonce, deadline, witness } }: Permit2Payment): Hex =>
  encodeFunctionData({
    abi: x402ExactPermit2ProxyABI,
    functionName: 'settle',
    args: [
      { permitted: { token: permitted.token, amount: BigInt(permitted.amount) }, nonce: BigInt(nonce), deadline: BigInt(deadline) },
      from,
      { to: witness.to, validAfter: BigInt(witness.validAfter) },
      signature,
    ],
  } as never)
