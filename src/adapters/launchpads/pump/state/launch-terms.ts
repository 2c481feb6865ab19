import { computeFeesBps, type FeeConfig, type Global, PUMP_SDK } from '@pump-fun/pump-sdk'
import { type AccountInfo, PublicKey } from '@solana/web3.js'
import { type Bps, bps, type Lamports, lamports, type TokenMicros, tokenMicros } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { ChainAccount } from '../../../chains/solana/solana-rpc.ts'

/** pump's settings for a new coin, as far as a first buy needs them. */
export interface LaunchTerms {
  readonly virtualTokenMicros: TokenMicros
  readonly virtualLamports: Lamports
  readonly protocolFeeBps: Bps
  readonly creatorFeeBps: Bps
  /** Any of these may receive the protocol fee, and any of those the buyback part of it. */
  readonly feeRecipients: readonly PublicKey[]
  readonly buybackRecipients: readonly PublicKey[]
}

/** Reads pump's `Global` and `FeeConfig`. @throws AppError launch_refused when a program upgrade made them unreadable */
export function readLaunchTerms(global: ChainAccount, feeConfig: ChainAccount | null): LaunchTerms {
  try {
    return decodeTerms(global, feeConfig)
  } catch (cause) {
    throw new AppError('launch_refused', { reason: 'UnknownAccountLayout' }, { cause })
  }
}

function decodeTerms(global: ChainAccount, feeConfig: ChainAccount | null): LaunchTerms {
  const terms = PUMP_SDK.decodeGlobal(accountInfo(global))
  const schedule = feeConfig === null ? null : PUMP_SDK.decodeFeeConfig(accountInfo(feeConfig))
  const fees = newCoinFees(terms, schedule)
  return {
    virtualTokenMicros: tokenMicros(terms.initialVirtualTokenReserves.toString()),
    virtualLamports: lamports(terms.initialVirtualSolReserves.toString()),
    protocolFeeBps: bps(fees.protocolFeeBps.toNumber()),
    creatorFeeBps: bps(fees.creatorFeeBps.toNumber()),
    feeRecipients: [terms.feeRecipient, ...terms.feeRecipients].filter(isSet),
    buybackRecipients: terms.buybackFeeRecipients.filter(isSet),
  }
}

const isSet = (key: PublicKey): boolean => !key.equals(PublicKey.default)

const newCoinFees = (global: Global, feeConfig: FeeConfig | null) =>
  computeFeesBps({
    global,
    feeConfig,
    mintSupply: global.tokenTotalSupply,
    virtualQuoteReserves: global.initialVirtualSolReserves,
    virtualTokenReserves: global.initialVirtualTokenReserves,
  })

/** The account in the form that the SDK's decoders take. */
export const accountInfo = ({ data, executable, owner }: ChainAccount): AccountInfo<Buffer> => ({
  data,
  executable,
  // Decoders read only the data; the lamports of the account are not used.
  lamports: 0,
  owner: new PublicKey(owner),
})
