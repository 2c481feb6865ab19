import { bondingCurvePda, canonicalPumpPoolPda, GLOBAL_PDA, PUMP_AMM_PROGRAM_ID, PUMP_PROGRAM_ID, PUMP_SDK } from '@pump-fun/pump-sdk'
import { PublicKey } from '@solana/web3.js'
import { lamports, type Mint, type TokenMicros, tokenMicros } from '../../../../domain/brands.ts'
import { soldBps } from '../../../../domain/money/coin-price.ts'
import type { CoinMarket } from '../../../../ports/launchpad/markets.ts'
import { toBase58 } from '../../../../lib/bytes.ts'
import type { ChainAccount, SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import type { PumpContext } from '../context.ts'
import { u64At } from './coin-state.ts'
import { accountInfo } from './launch-terms.ts'
import { poolReserves } from './pool-reserves.ts'

/** `Pool.pool_base_token_account`: after discriminator, bump, index and four keys; the one for the quote follows. */
const POOL_VAULTS_OFFSET = 8 + 1 + 2 + 4 * 32
const MINT_SUPPLY_OFFSET = 36

type Curve = ReturnType<typeof PUMP_SDK.decodeBondingCurve>

/** The market of each coin, from its curve; from its pool once that exists. Nothing trades in between. Three reads for all. */
export async function readMarkets({ rpc }: PumpContext, mints: readonly Mint[]): Promise<(CoinMarket | null)[]> {
  if (mints.length === 0) return []
  const curves = mints.map((mint) => bondingCurvePda(new PublicKey(mint)).toBase58())
  const [global, ...accounts] = await rpc.accounts([GLOBAL_PDA.toBase58(), ...curves])
  if (!global) return mints.map(() => null)
  const forSaleTokenMicros = tokensOf(PUMP_SDK.decodeGlobal(accountInfo(global)).initialRealTokenReserves)
  const coins = mints.map((mint, index) => ({ mint, curve: readCurve(accounts[index] ?? null) }))
  const pools = await readPools(
    rpc,
    coins.filter(({ curve }) => curve?.complete).map(({ mint }) => mint),
  )
  return coins.map(({ mint, curve }) =>
    curve?.complete ? (pools.get(mint) ?? null) : curve && curveMarket(mint, curve, forSaleTokenMicros),
  )
}

/** Null for an account that is no curve of a coin for SOL. */
function readCurve(account: ChainAccount | null): Curve | null {
  if (!account || account.owner !== PUMP_PROGRAM_ID.toBase58()) return null
  const curve = PUMP_SDK.decodeBondingCurve(accountInfo(account))
  return curve.quoteMint.equals(PublicKey.default) ? curve : null
}

function curveMarket(mint: Mint, curve: Curve, forSaleTokenMicros: TokenMicros): CoinMarket | null {
  const tokenMicros = tokensOf(curve.virtualTokenReserves)
  if (tokenMicros === 0n) return null
  return {
    mint,
    stage: 'curve',
    quoteAtomic: lamports(curve.virtualQuoteReserves.toString()),
    tokenMicros,
    supplyTokenMicros: tokensOf(curve.tokenTotalSupply),
    progressBps: soldBps(tokensOf(curve.realTokenReserves), forSaleTokenMicros),
  }
}

async function readPools(rpc: SolanaRpc, mints: readonly Mint[]): Promise<ReadonlyMap<Mint, CoinMarket>> {
  const accounts = await rpc.accounts(mints.map((mint) => canonicalPumpPoolPda(new PublicKey(mint)).toBase58()))
  const pools = mints.flatMap((mint, index) => {
    const pool = accounts[index]
    return pool && pool.owner === PUMP_AMM_PROGRAM_ID.toBase58() ? [{ mint, pool }] : []
  })
  const vault = ({ data }: ChainAccount, index: number) =>
    toBase58(data.subarray(POOL_VAULTS_OFFSET + 32 * index, POOL_VAULTS_OFFSET + 32 * (index + 1)))
  const vaults = await rpc.accounts(pools.flatMap(({ mint, pool }) => [mint, vault(pool, 0), vault(pool, 1)]))
  return new Map(
    pools.flatMap(({ mint, pool }, index) => {
      const [mintAccount, base, quote] = vaults.slice(3 * index)
      const market = mintAccount && base && quote && poolMarket(mint, pool, { mintAccount, base, quote })
      return market ? [[mint, market] as const] : []
    }),
  )
}

function poolMarket(
  mint: Mint,
  pool: ChainAccount,
  { mintAccount, base, quote }: Record<'mintAccount' | 'base' | 'quote', ChainAccount>,
): CoinMarket | null {
  const { reserveTokenMicros, solReserveLamports } = poolReserves(pool, base, quote)
  if (reserveTokenMicros === 0n) return null
  const supplyTokenMicros = tokenMicros(u64At(mintAccount.data, MINT_SUPPLY_OFFSET))
  const progressBps = soldBps(tokenMicros(0), supplyTokenMicros)
  return { mint, stage: 'graduated', quoteAtomic: solReserveLamports, tokenMicros: reserveTokenMicros, supplyTokenMicros, progressBps }
}

/** A BN integer of the SDK as tokens. */
const tokensOf = (value: { toString(): string }): TokenMicros => tokenMicros(value.toString())
