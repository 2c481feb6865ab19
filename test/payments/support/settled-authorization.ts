import { createPublicClient, decodeFunctionData, encodeFunctionData, type Hex, http, parseSignature, serializeSignature } from 'viem'
import { usdMicros } from '../../../src/domain/brands.ts'
import type { Authorization } from '../../../src/domain/payments/payment.ts'
import { type BaseNode, USDC_ABI } from './base-node.ts'

export const calldata = ({
  payer,
  payTo,
  amountUsdMicros: amount,
  validAfterSec,
  validBeforeSec,
  nonce,
  signature,
}: Authorization): Hex => {
  const { r, s, v, yParity } = parseSignature(signature as Hex)
  return encodeFunctionData({
    abi: USDC_ABI,
    functionName: 'transferWithAuthorization',
    args: [
      payer as Hex,
      payTo as Hex,
      amount,
      BigInt(validAfterSec),
      BigInt(validBeforeSec),
      nonce as Hex,
      Number(v ?? BigInt(yParity) + 27n),
      r,
      s,
    ],
  })
}

/** The whole signed authorization, as anyone can read it off a settled payment. */
export async function rebuild(node: BaseNode, hash: Hex): Promise<Authorization> {
  const { input } = await createPublicClient({ transport: http(node.url) }).getTransaction({ hash })
  const { args } = decodeFunctionData({ abi: USDC_ABI, data: input }) as {
    args: readonly [Hex, Hex, bigint, bigint, bigint, Hex, number, Hex, Hex]
  }
  const [payer, payTo, value, validAfter, validBefore, nonce, v, r, s] = args
  return {
    version: 2,
    payer,
    payTo,
    amountUsdMicros: usdMicros(value),
    validAfterSec: Number(validAfter),
    validBeforeSec: Number(validBefore),
    nonce,
    signature: serializeSignature({ r, s, v: BigInt(v) }),
  }
}
