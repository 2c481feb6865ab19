import { decodeAbiParameters, decodeFunctionData, type Hex, isAddressEqual, numberToHex, pad, parseAbi, toEventSelector } from 'viem'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { PAYMENT_NETWORK, PERMIT2 } from '../../domain/payments/payment.ts'
import type { AuthorizationState, Payments } from '../../ports/payments.ts'
import type { EvmClient } from '../chains/evm/evm-client.ts'
import { blockRanges } from './block-ranges.ts'

const BITMAP_ABI = parseAbi(['function nonceBitmap(address owner, uint256 word) view returns (uint256)'])
const INVALIDATED = toEventSelector('event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)')
const TRANSFER = toEventSelector('event Transfer(address indexed from, address indexed to, uint256 value)')
const SETTLE_ABI = parseAbi([
  'struct Permitted { address token; uint256 amount; }',
  'struct Permit { Permitted permitted; uint256 nonce; uint256 deadline; }',
  'struct Sponsored { uint256 value; uint256 deadline; bytes32 r; bytes32 s; uint8 v; }',
  'struct Exact { address to; uint256 validAfter; }',
  'struct Upto { address to; address facilitator; uint256 validAfter; }',
  'function settle(Permit permit, address owner, Exact witness, bytes signature)',
  'function settle(Permit permit, uint256 amount, address owner, Upto witness, bytes signature)',
  'function settleWithPermit(Sponsored sponsored, Permit permit, address owner, Exact witness, bytes signature)',
  'function settleWithPermit(Sponsored sponsored, Permit permit, uint256 amount, address owner, Upto witness, bytes signature)',
])

type Wanted = Parameters<Payments['lookUp']>[0] & { readonly permit2Nonce: string }
type TransferLog = { readonly transactionHash: Hex; readonly blockHash: Hex; readonly data: Hex }

/**
 * Reads the state of a payment by Permit2: the bit of its nonce, and where that is set the transfer to the recipient whose transaction is
 * a call of x402's contract with this nonce, or the payer's end of the nonce. Permit2 itself logs no use. A transfer out of any other
 * transaction may be another payment, so that nothing is decided.
 *
 * @throws Error while it is undecided; errors of viem
 * @see Uniswap/permit2 SignatureTransfer
 */
export async function lookUpPermit2(client: EvmClient, payment: Wanted, sinceMs: UnixMs): Promise<AuthorizationState> {
  // The block is read first, so that the bit is of this block or later.
  const latest = await client.getBlock({ blockTag: 'latest' })
  const latestMs = Number(latest.timestamp) * 1_000
  const word = await client.readContract({
    address: PERMIT2.contract,
    abi: BITMAP_ABI,
    functionName: 'nonceBitmap',
    args: [payment.payer as Hex, BigInt(payment.permit2Nonce) >> 8n],
  })
  const isSet = ((word >> (BigInt(payment.permit2Nonce) & 255n)) & 1n) === 1n
  if (!isSet) return { state: latestMs >= payment.validBeforeMs ? 'lapsed' : 'open' }
  let isUnclear = false
  for await (const log of transfersOf(client, payment, Math.max(0, latestMs - sinceMs))) {
    const nonce = await nonceSettledBy(client, log.transactionHash, payment)
    if (nonce === null) isUnclear = true
    if (nonce !== payment.permit2Nonce) continue
    const { timestamp } = await client.getBlock({ blockHash: log.blockHash })
    const atMs = unixMs(Number(timestamp) * 1_000)
    // A use before the payment arrived belongs to another; but that time is this machine's, and its clock may be wrong.
    if (atMs < sinceMs) throw new Error('the nonce was used before the payment came, if the clock was right then')
    return { state: 'used', transaction: log.transactionHash, atMs }
  }
  const isEnded = !isUnclear && (await isInvalidated(client, payment, Math.max(0, latestMs - sinceMs)))
  // The node lags behind, the use is very old, or it was another transfer of the payer's: it stays undecided.
  if (!isEnded) throw new Error('the nonce is used, and neither its transfer nor its end by the payer is to be found')
  return { state: 'lapsed' }
}

/** Whether the payer ended the nonce: Permit2 logs its word, and a mask. */
async function isInvalidated(client: EvmClient, { payer, permit2Nonce }: Wanted, backMs: number): Promise<boolean> {
  const nonce = BigInt(permit2Nonce)
  const topics = [INVALIDATED, pad(payer as Hex)]
  for await (const { from, to } of blockRanges(client, backMs)) {
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    const logs = await client.request({ method: 'eth_getLogs', params: [{ address: PERMIT2.contract, topics, ...range }] })
    const ended = (logs as { readonly data: Hex }[]).some(({ data }) => {
      const [word, mask] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data)
      return word === nonce >> 8n && ((mask >> (nonce & 255n)) & 1n) === 1n
    })
    if (ended) return true
  }
  return false
}

/** Transfers of exactly this amount between the two, newest blocks last. */
async function* transfersOf(client: EvmClient, { payer, payTo, amountUsdMicros }: Wanted, backMs: number): AsyncGenerator<TransferLog> {
  for await (const { from, to } of blockRanges(client, backMs)) {
    const logs = (await client.request({
      method: 'eth_getLogs',
      params: [
        {
          address: PAYMENT_NETWORK.asset,
          topics: [TRANSFER, pad(payer as Hex), pad(payTo as Hex)],
          fromBlock: numberToHex(from),
          toBlock: numberToHex(to),
        },
      ],
    })) as TransferLog[]
    yield* logs.filter(({ data }) => BigInt(data) === amountUsdMicros)
  }
}

/** The payer's nonce that a call of x402's contract settled, `token` for a transfer of the token's own; null where it cannot be told. */
async function nonceSettledBy(client: EvmClient, hash: Hex, { payer }: Wanted): Promise<string | null> {
  const { to, input } = await client.getTransaction({ hash })
  if (to !== null && isAddressEqual(to, PAYMENT_NETWORK.asset)) return 'token'
  if (to === null || !Object.values(PERMIT2.proxies).some((proxy) => isAddressEqual(proxy, to))) return null
  const { args } = decodeFunctionData({ abi: SETTLE_ABI, data: input })
  const owner = args.find((arg) => typeof arg === 'string')
  const permit = args.find((arg) => typeof arg === 'object' && 'nonce' in arg)
  return permit && owner && isAddressEqual(owner, payer as Hex) ? permit.nonce.toString() : null
}
