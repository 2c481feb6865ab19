import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { usdMicros } from '../../../src/domain/brands.ts'
import { type Authorization, PAYMENT_NETWORK } from '../../../src/domain/payments/payment.ts'
import { PAY_TO, paymentHeaders } from '../../support/payment-bank.ts'
import type { BaseNode } from './base-node.ts'

/** A wallet with USDC, whose payments are really signed. */
export interface EvmPayer {
  readonly key: Hex
  readonly address: Address
  sign(amount: bigint, changes?: Partial<Authorization>): Promise<Authorization>
  /** As a stock client's header. */
  pay(amount: bigint, changes?: Partial<Authorization>): Promise<Record<string, string>>
}

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** A new wallet that holds so many millionths of a dollar. */
export async function newEvmPayer(node: BaseNode, balance = 1_000_000_000n): Promise<EvmPayer> {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  await node.mint(account.address, balance)
  const sign: EvmPayer['sign'] = async (amount, changes = {}) => {
    const nowSec = Math.floor(Date.now() / 1_000)
    const signed = {
      payer: account.address,
      payTo: PAY_TO,
      amountUsdMicros: usdMicros(amount),
      validAfterSec: nowSec - 600,
      validBeforeSec: nowSec + 300,
      nonce: generatePrivateKey(),
      ...changes,
    }
    const signature = await account.signTypedData({
      domain: { ...PAYMENT_NETWORK.domain, chainId: PAYMENT_NETWORK.chainId, verifyingContract: PAYMENT_NETWORK.asset },
      types: TYPES,
      primaryType: 'TransferWithAuthorization',
      message: {
        from: signed.payer as Address,
        to: signed.payTo as Address,
        value: signed.amountUsdMicros,
        validAfter: BigInt(signed.validAfterSec),
        validBefore: BigInt(signed.validBeforeSec),
        nonce: signed.nonce as Hex,
      },
    })
    return { version: 2, ...signed, signature: changes.signature ?? signature }
  }
  return { key, address: account.address, sign, pay: async (amount, changes) => paymentHeaders(await sign(amount, changes)) }
}
