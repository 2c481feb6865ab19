import { type Hex, isAddressEqual, type Log, numberToHex, pad, parseAbi, parseAbiItem, parseEventLogs, toEventSelector } from 'viem'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { PAYMENT_NETWORK } from '../../domain/payments/payment.ts'
import { readPermit2Nonce } from '../../domain/payments/permit2-transfer.ts'
import type { AuthorizationState, Payments } from '../../ports/payments.ts'
import type { EvmClient } from '../chains/evm/evm-client.ts'
import { lookUpPermit2 } from './look-up-permit2.ts'

const STATE_ABI = parseAbi(['function authorizationState(address authorizer, bytes32 nonce) view returns (bool)'])
const CANCELED = toEventSelector('event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)')
const USED = toEventSelector('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)')
const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/** Base makes a block every two seconds; the range is doubled, to allow for faster blocks. */
const BLOCKS_A_SECOND = 1
const MARGIN_BLOCKS = 100
/** The block range that nodes allow in one log query. */
const CHUNK_BLOCKS = 2_000

/**
 * Reads the state of a payment on Base. Of an authorization, from the token: the flag of its nonce, and for a used one the event and the
 * transfer. A cancelled nonce has the flag without the event.
 *
 * @see EIP-3009
 */
export function createBaseLookUp(client: EvmClient): Payments['lookUp'] {
  return async (payment, sinceMs) => {
    const permit2Nonce = readPermit2Nonce(payment.nonce)
    try {
      return await (permit2Nonce === null ? lookUp(client, payment, sinceMs) : lookUpPermit2(client, { ...payment, permit2Nonce }, sinceMs))
    } catch (cause) {
      throw new AppError('payment_unavailable', {}, { cause })
    }
  }
}

async function lookUp(client: EvmClient, payment: Parameters<Payments['lookUp']>[0], sinceMs: UnixMs): Promise<AuthorizationState> {
  // The block is read first, so that the flag is of this block or later.
  const latest = await client.getBlock({ blockTag: 'latest' })
  const address = PAYMENT_NETWORK.asset
  const [authorizer, nonce] = [payment.payer as Hex, payment.nonce as Hex]
  const flagged = await client.readContract({ address, abi: STATE_ABI, functionName: 'authorizationState', args: [authorizer, nonce] })
  const latestMs = Number(latest.timestamp) * 1_000
  // The token accepts an authorization strictly before this time, so that "unused" at a later block is final.
  if (!flagged) return { state: latestMs >= payment.validBeforeMs ? 'lapsed' : 'open' }

  const log = await findEnd(client, { authorizer, nonce }, Math.max(0, latestMs - sinceMs))
  // A flag without its event: the node lags behind, or the use is very old. It stays undecided.
  if (!log) throw new Error('the nonce is used, and its event is not to be found')
  const [{ timestamp }, receipt] = await Promise.all([
    client.getBlock({ blockHash: log.blockHash }),
    client.getTransactionReceipt({ hash: log.transactionHash }),
  ])
  const atMs = unixMs(Number(timestamp) * 1_000)
  const used = log.topics[0] === USED && paid(receipt.logs, BigInt(log.logIndex), payment)
  // A use before the payment arrived belongs to another. But that time is this machine's, and a wrong clock must not make a charged
  // payment an uncharged one.
  if (used && atMs < sinceMs) throw new Error('the nonce was used before the payment came, if the clock was right then')
  return used ? { state: 'used', transaction: log.transactionHash, atMs } : { state: 'lapsed' }
}

/** The blocks of the last so many milliseconds, in ranges that nodes answer for, oldest first. */
export async function* blockRanges(client: EvmClient, backMs: number): AsyncGenerator<{ readonly from: number; readonly to: number }> {
  const newest = Number(await client.getBlockNumber({ cacheTime: 0 }))
  const oldest = Math.max(0, newest - Math.ceil(backMs / 1_000) * BLOCKS_A_SECOND - MARGIN_BLOCKS)
  for (let from = oldest; from <= newest; from += CHUNK_BLOCKS) yield { from, to: Math.min(newest, from + CHUNK_BLOCKS - 1) }
}

/** The event that used or cancelled an authorization, within the blocks of the last so many milliseconds. */
async function findEnd(client: EvmClient, { authorizer, nonce }: { authorizer: Hex; nonce: Hex }, backMs: number) {
  for await (const { from, to } of blockRanges(client, backMs)) {
    const logs = await client.request({
      method: 'eth_getLogs',
      params: [
        {
          address: PAYMENT_NETWORK.asset,
          topics: [[USED, CANCELED], pad(authorizer), nonce],
          fromBlock: numberToHex(from),
          toBlock: numberToHex(to),
        },
      ],
    })
    const [log] = logs as { topics: Hex[]; blockHash: Hex; transactionHash: Hex; logIndex: Hex }[]
    if (log) return log
  }
  return null
}

/**
 * True when the use of this nonce moved the amount from the payer to the recipient: the token logs the transfer right after the use.
 * Other transfers of the transaction, as for another payment of the payer, do not count.
 */
function paid(logs: readonly Log[], useIndex: bigint, { payer, payTo, amountUsdMicros }: Parameters<Payments['lookUp']>[0]): boolean {
  const ofToken = logs.filter(({ address }) => isAddressEqual(address, PAYMENT_NETWORK.asset))
  const next = ofToken.find(({ logIndex }) => BigInt(logIndex ?? -1) === useIndex + 1n)
  const [transfer] = next ? parseEventLogs({ abi: [TRANSFER], logs: [next] }) : []
  if (!transfer) return false
  const { from, to, value } = transfer.args
  return isAddressEqual(from, payer as Hex) && isAddressEqual(to, payTo as Hex) && value === amountUsdMicros
}
