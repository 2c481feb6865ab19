import { PUMP_FEE_PROGRAM_ID, PUMP_PROGRAM_ID } from '@pump-fun/pump-sdk'
import { PublicKey } from '@solana/web3.js'
import { type Mint, type Signature, unixMs, type Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import { fromBase64, sha256Hex, toBase58 } from '../../../../lib/bytes.ts'
import type { CoinBeginnings, PastCoins } from '../../../../ports/launchpad/past-coins.ts'
import { array, object, text } from '../../../chains/rpc-shape.ts'
import type { LedgerEntry } from '../../../chains/solana/ledger-entry.ts'
import type { SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import { coinAddresses } from '../coin-addresses.ts'
import { PUMP_FACTS } from '../facts.ts'

/** `SharingConfig`: discriminator, bump, version, status, mint, admin, admin revoked, then a vector of wallet and u16 share. */
const MINT_OFFSET = 11
const ADMIN_OFFSET = MINT_OFFSET + 32
const SHAREHOLDERS_OFFSET = ADMIN_OFFSET + 32 + 1 + 4
const SHAREHOLDER_BYTES = 34

const SHARING_CONFIG = sha256Hex('account:SharingConfig').slice(0, 16)
const CREATE = sha256Hex('global:create_v2').slice(0, 16)
const UPDATE_SHARES = ['update_fee_shares', 'update_fee_shares_v2'].map((name) => sha256Hex(`global:${name}`).slice(0, 16))

const PAGE = 1_000

/** Coins by their sharing configs: one `getProgramAccounts` for each place that the wallet can have in one. */
export const createPastCoins = (rpc: SolanaRpc): PastCoins => ({
  async list(wallet, as) {
    const places = Array.from({ length: PUMP_FACTS.shareholdersMax }, (_, index) => SHAREHOLDERS_OFFSET + index * SHAREHOLDER_BYTES)
    const mints = new Set<Mint>()
    for (const offset of as === 'launcher' ? [ADMIN_OFFSET] : places)
      for (const mint of await mintsWith(rpc, wallet, offset)) mints.add(mint)
    return [...mints].toSorted()
  },
  readBeginnings: (mint) => readBeginnings(rpc, mint),
})

const mintsWith = ({ pool }: SolanaRpc, wallet: Wallet, offset: number): Promise<Mint[]> => {
  const filters = [{ memcmp: { offset: 0, bytes: toBase58(Buffer.from(SHARING_CONFIG, 'hex')) } }, { memcmp: { offset, bytes: wallet } }]
  const options = { commitment: 'confirmed', encoding: 'base64', filters, dataSlice: { offset: MINT_OFFSET, length: 32 } }
  return pool.ask('getProgramAccounts', [PUMP_FEE_PROGRAM_ID.toBase58(), options], (result) =>
    array(result).map((entry) => {
      const bytes = fromBase64(text(array(object(object(entry).account).data)[0]))
      if (bytes?.length !== 32) throw new Error('not a slice of 32 bytes')
      return toBase58(bytes) as Mint
    }),
  )
}

/** The lock is the oldest transaction of the split that sets its shares; the creation is the oldest of the curve up to it. */
async function readBeginnings(rpc: SolanaRpc, mint: Mint): Promise<CoinBeginnings> {
  const { feeShare, curve } = coinAddresses(new PublicKey(mint))
  const locked = await oldest(rpc, feeShare.toBase58(), undefined, (entry) =>
    has(entry, PUMP_FEE_PROGRAM_ID, UPDATE_SHARES, feeShare.toBase58()),
  )
  if (!locked) throw historyMissing()
  const isCreate = (entry: LedgerEntry) => has(entry, PUMP_PROGRAM_ID, [CREATE], mint)
  const created = isCreate(locked) ? locked : await oldest(rpc, curve.toBase58(), locked.signature, isCreate)
  if (!created || created.blockTimeSec === null) throw historyMissing()
  return {
    signature: created.signature as Signature,
    createHeight: created.slot,
    createdAtMs: unixMs(created.blockTimeSec * 1_000),
    feeShareSignature: locked.signature as Signature,
    lockHeight: locked.slot,
  }
}

const historyMissing = () => new AppError('upstream_unavailable', { upstream: 'the history of the Solana RPC' })

/** The oldest transaction of an address, older than `before`, that is the wanted one; null where none is. */
async function oldest(
  rpc: SolanaRpc,
  address: string,
  before: string | undefined,
  wanted: (entry: LedgerEntry) => boolean,
): Promise<LedgerEntry | null> {
  const listed: string[] = []
  for (let last = before; ;) {
    const page = await rpc.signaturesOf(address, { limit: PAGE, ...(last === undefined ? {} : { before: last }) })
    listed.push(...page.filter(({ failed }) => !failed).map(({ signature }) => signature))
    if (page.length < PAGE) break
    last = page.at(-1)!.signature
  }
  for (const signature of listed.toReversed()) {
    const entry = await rpc.transaction(signature)
    if (!entry) throw historyMissing()
    if (wanted(entry)) return entry
  }
  return null
}

/** The transaction calls one of these instructions with the account. */
const has = ({ instructions, innerInstructions }: LedgerEntry, program: PublicKey, names: readonly string[], account: string): boolean =>
  [...instructions, ...innerInstructions].some(
    (each) =>
      each.program === program.toBase58() &&
      names.includes(Buffer.from(each.data.subarray(0, 8)).toString('hex')) &&
      each.accounts.includes(account),
  )
