import { PUMP_PROGRAM_ID } from '@pump-fun/pump-sdk'
import { PublicKey, VersionedTransaction } from '@solana/web3.js'
import type { Mint } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { SignedTransaction } from '../../../domain/operation.ts'
import { fromBase64, sha256Hex } from '../../../lib/bytes.ts'
import type { SolanaRpc } from '../../chains/solana/solana-rpc.ts'
import { array, object } from '../../chains/rpc-shape.ts'
import { contextual } from '../../chains/solana/contextual.ts'
import { coinAddresses } from './coin-addresses.ts'

const CREATE = sha256Hex('global:create_v2').slice(0, 16)

/**
 * The mint that this transaction creates when it lands: the first account of its create instruction. A signature covers the whole
 * message, so what landed under it is these bytes. Null when nothing in it creates a coin.
 */
export function createdMint({ bytesBase64 }: SignedTransaction): Mint | null {
  const { message } = VersionedTransaction.deserialize(fromBase64(bytesBase64)!)
  const keys = message.staticAccountKeys
  const create = message.compiledInstructions.find(
    ({ programIdIndex, data }) =>
      keys[programIdIndex]?.equals(PUMP_PROGRAM_ID) === true && Buffer.from(data.subarray(0, 8)).toString('hex') === CREATE,
  )
  // It is a signer, so it never comes from a lookup table.
  const mint = create && keys[create.accountKeyIndexes[0]!]
  return mint ? (mint.toBase58() as Mint) : null
}

/** True when any node has the coin's curve. @throws AppError upstream_unavailable when none answers */
export async function isCreated({ pool }: SolanaRpc, mint: Mint): Promise<boolean> {
  const curve = coinAddresses(new PublicKey(mint)).curve.toBase58()
  const options = { commitment: 'confirmed', encoding: 'base64' }
  const answers = await pool.onEach(
    (ask) =>
      ask('getMultipleAccounts', [[curve], options], (result, recordSlot) => {
        const [account] = array(contextual(result, recordSlot), 1)
        return { there: account !== null && object(account).owner === PUMP_PROGRAM_ID.toBase58() }
      }),
    { verified: true },
  )
  const answered = answers.filter((answer) => answer !== null)
  if (answered.length === 0) throw new AppError('upstream_unavailable', { upstream: 'the Solana RPC' })
  return answered.some(({ there }) => there)
}
