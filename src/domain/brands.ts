declare const brand: unique symbol
declare const currency: unique symbol
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name }

/** Base58 of 32 bytes: an account that holds SOL and can sign (or, on an EVM platform, a checksummed 0x address). */
export type Wallet = Brand<string, 'Wallet'>
/** Address of a coin. */
export type Mint = Brand<string, 'Mint'>
/** Id of a transaction on its chain; public. */
export type Signature = Brand<string, 'Signature'>
/** 64 hex characters: the first half of the plan's hash, then random ones. In rows of earlier versions 32 random ones. */
export type DryRunId = Brand<string, 'DryRunId'>
/** Who calls: `ak_…`, `operator`, `browser`, `cron`, or `payer:0x…`. */
export type KeyId = Brand<string, 'KeyId'>
/** `op_…`: an operation in the journal. */
export type OperationId = Brand<string, 'OperationId'>
/** `wh_…`: a webhook endpoint. */
export type WebhookId = Brand<string, 'WebhookId'>
/** `job_…`: one piece of creative work. */
export type JobId = Brand<string, 'JobId'>
/** `pout_…`: one attempt to pay a worker. */
export type PayoutId = Brand<string, 'PayoutId'>
/** `dlv_…`: the delivery of one event to one endpoint. */
export type DeliveryId = Brand<string, 'DeliveryId'>
/** An amount of a coin in its smallest unit, whatever its currency. */
export type AtomicUnits = Brand<bigint, 'AtomicUnits'>
/** An amount of SOL: 1 SOL is 1,000,000,000 lamports. */
export type Lamports = AtomicUnits & { readonly [currency]: 'SOL' }
/** An amount of ETH: 1 ETH is 10^18 wei. */
export type Wei = AtomicUnits & { readonly [currency]: 'ETH' }
/** A price on Solana, per compute unit: 1 lamport is 1,000,000 micro-lamports. */
export type MicroLamports = Brand<bigint, 'MicroLamports'>
/** An amount of a launched coin: millionths of a token, its smallest unit. */
export type TokenMicros = Brand<bigint, 'TokenMicros'>
/** Millionths of a US dollar. */
export type UsdMicros = Brand<bigint, 'UsdMicros'>
/** Hundredths of a percent, an integer from 0 to 10,000. */
export type Bps = Brand<number, 'Bps'>
/** Milliseconds since 1970-01-01 UTC. */
export type UnixMs = Brand<number, 'UnixMs'>

/** The amount in the smallest unit of its coin. @throws Error when negative: no amount of this service ever is. */
export function atomicUnits(value: bigint | number | string): AtomicUnits {
  const amountAtomic = BigInt(value)
  if (amountAtomic < 0n) throw new Error(`an amount below zero: ${amountAtomic}`)
  return amountAtomic as AtomicUnits
}

/** The amount as lamports. @throws Error when negative */
export const lamports = (value: bigint | number | string): Lamports => atomicUnits(value) as Lamports

/** The amount as wei. @throws Error when negative */
export const wei = (value: bigint | number | string): Wei => atomicUnits(value) as Wei

/** The price as micro-lamports. @throws Error when negative */
export function microLamports(value: bigint | number | string): MicroLamports {
  const priceMicroLamports = BigInt(value)
  if (priceMicroLamports < 0n) throw new Error(`a price below zero: ${priceMicroLamports}`)
  return priceMicroLamports as MicroLamports
}

/** The amount as millionths of a token. @throws Error when negative */
export function tokenMicros(value: bigint | number | string): TokenMicros {
  const amountTokenMicros = BigInt(value)
  if (amountTokenMicros < 0n) throw new Error(`tokens below zero: ${amountTokenMicros}`)
  return amountTokenMicros as TokenMicros
}

/** The amount as millionths of a dollar. @throws Error when negative */
export function usdMicros(value: bigint | number | string): UsdMicros {
  const amountUsdMicros = BigInt(value)
  if (amountUsdMicros < 0n) throw new Error(`dollars below zero: ${amountUsdMicros}`)
  return amountUsdMicros as UsdMicros
}

/** The share as basis points. @throws Error unless an integer from 0 to 10,000. */
export function bps(value: number): Bps {
  if (!Number.isInteger(value) || value < 0 || value > 10_000) throw new Error(`basis points out of range: ${value}`)
  return value as Bps
}

/** The time as Unix milliseconds. */
export const unixMs = (value: number): UnixMs => value as UnixMs
