import { type Hex, isAddressEqual, type Log, numberToHex, pad, parseAbi, parseAbiItem, parseEventLogs, toEventSelector } from 'viem'
import { unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { PAYMENT_NETWORK } from '../../domain/payments/payment.ts'
import type { AuthorizationState, Payments } from '../../ports/payments.ts'
import type { EvmClient } from '../chains/evm/evm-client.ts'

const STATE_ABI = parseAbi(['function authorizationState(address authorizer, bytes32 nonce) view returns (bool)'])
const CANCELED = toEventSelector('event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)')
const USED = toEventSelector('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)')
const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/** Base makes a block every two seconds; twice as many are read, so that faster blocks are no trouble. */
const BLOCKS_A_SECOND = 1
const MARGIN_BLOCKS = 100
/** What nodes give logs of at once. */
const CHUNK_BLOCKS = 2_000

/**
 * Reads off the token what became of an authorization: the flag of its nonce, and for a used one the event and the transfer.
 * A cancelled nonce has the flag and no event.
 *
 * @see EIP-3009
 */
export function createLookUp(client: EvmClient): Payments['lookUp'] {
  return async (payment, sinceMs) => {
    try {
      return await lookUp(client, payment, sinceMs)
    } catch (cause) {
      throw new AppError('payment_unavailable', {}, { cause })
    }
  }
}

async function lookUp(client: EvmClient, payment: Parameters<Payments['lookUp']>[0], sinceMs: number): Promise<AuthorizationState> {
  // The block is read first: the flag is then of this block's time, or later.
  const latest = await client.getBlock({ blockTag: 'latest' })
  const address = PAYMENT_NETWORK.asset
  const [authorizer, nonce] = [payment.payer as Hex, payment.nonce as Hex]
  const flagged = await client.readContract({ address, abi: STATE_ABI, functionName: 'authorizationState', args: [authorizer, nonce] })
  const latestMs = Number(latest.timestamp) * 1_000
  // The token takes an authorization strictly before this time, so of a later block "unused" is final.
  if (!flagged) return { state: latestMs >= payment.validBeforeMs ? 'lapsed' : 'open' }

  const log = await findEnd(client, { authorizer, nonce }, Math.max(0, latestMs - sinceMs))
  // The flag without its event: a node that is behind itself, or a use from long before. Neither is for us to guess at.
  if (!log) throw new Error('the nonce is used, and its event is not to be found')
  const [{ timestamp }, receipt] = await Promise.all([
    client.getBlock({ blockHash: log.blockHash }),
    client.getTransactionReceipt({ hash: log.transactionHash }),
  ])
  const atMs = unixMs(Number(timestamp) * 1_000)
  const used = log.topics[0] === USED && paid(receipt.logs, BigInt(log.logIndex), payment)
  // A use from before the payment came is none of it. But that is told by this machine's clock, and one that was wrong must
  // not make a payment that was taken one that was not.
  if (used && atMs < sinceMs) throw new Error('the nonce was used before the payment came, if the clock was right then')
  return used ? { state: 'used', transaction: log.transactionHash, atMs } : { state: 'lapsed' }
}

/** The event that ended an authorization, in the blocks of the last so many milliseconds. */
async function findEnd(client: EvmClient, { authorizer, nonce }: { authorizer: Hex; nonce: Hex }, backMs: number) {
  const newest = Number(await client.getBlockNumber({ cacheTime: 0 }))
  const oldest = Math.max(0, newest - Math.ceil(backMs / 1_000) * BLOCKS_A_SECOND - MARGIN_BLOCKS)
  for (let from = oldest; from <= newest; from += CHUNK_BLOCKS) {
    const to = Math.min(newest, from + CHUNK_BLOCKS - 1)
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
 * The use of this nonce moved the amount from the payer to the recipient: the token tells of the transfer right after the
 * use. What else the transaction moved, as for another payment of the payer's, is none of this one's.
 */
function paid(logs: readonly Log[], useIndex: bigint, { payer, payTo, amount }: Parameters<Payments['lookUp']>[0]): boolean {
  const ofToken = logs.filter(({ address }) => isAddressEqual(address, PAYMENT_NETWORK.asset))
  const next = ofToken.find(({ logIndex }) => BigInt(logIndex ?? -1) === useIndex + 1n)
  const [transfer] = next ? parseEventLogs({ abi: [TRANSFER], logs: [next] }) : []
  if (!transfer) return false
  const { from, to, value } = transfer.args
  return isAddressEqual(from, payer as Hex) && isAddressEqual(to, payTo as Hex) && value === amount
}
