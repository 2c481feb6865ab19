import { parseSolanaLauncher } from '../../adapters/chains/solana/solana-launcher.ts'
import { meansLocation, LOCATION_FORMS, type SignerLocation, signerLocationOf } from '../../adapters/signers/signer-location.ts'
import type { Mint, Wallet } from '../../domain/brands.ts'
import type { WeightedMint } from '../../domain/buyback.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { isAddress } from '../../lib/ed25519.ts'
import { checksummed, isEvmAddress, isHeldEvmAddress } from '../../lib/evm-address.ts'
import { isReservedAccount } from '../../lib/reserved-accounts.ts'
import { Secret } from '../../lib/secret.ts'
import { list, textThat } from './values.ts'
import { type Parser, Unfit } from '../variable.ts'

/** A Solana address. */
export const solanaAddress = textThat(isAddress, 'is not an address') as Parser<Wallet>

const eachWeightedMint: Parser<WeightedMint> = (value, name) => {
  const [mint = '', weight = '1', ...more] = value.split(':')
  if (!isAddress(mint)) throw new Unfit(`${name}: ${mint} is not a mint`)
  if (!/^[1-9]\d{0,4}$/.test(weight) || more.length > 0)
    throw new Unfit(`${name} must hold MINT or MINT:WEIGHT, each weight from 1 to 99999`)
  return { mint: mint as Mint, weight: Number(weight) }
}

/** Mints of Solana coins, `MINT:WEIGHT` each, the weight 1 where none is said; no mint twice. @throws Unfit for anything else */
export const weightedMints: Parser<readonly WeightedMint[]> = (value, name) => {
  const mints = list(eachWeightedMint)(value, name)
  if (new Set(mints.map(({ mint }) => mint)).size < mints.length) throw new Unfit(`${name} has one mint twice`)
  if (mints.length > OWN_LIMITS.buybackMintsMax) throw new Unfit(`${name} may hold ${OWN_LIMITS.buybackMintsMax} mints at most`)
  return mints
}

/** One of several Solana wallets; the error names it. @throws Unfit when the text is no address */
export const eachSolanaWallet: Parser<Wallet> = (value, name) => {
  if (!isAddress(value)) throw new Unfit(`${name}: ${value} is not a wallet`)
  return value as Wallet
}

/** One of several approvers, of Solana or an EVM chain, spelled in its one way; the error names it. @throws Unfit for anything else */
export const eachApprover: Parser<Wallet> = (value, name) =>
  isHeldEvmAddress(value) ? (checksummed(value) as Wallet) : eachSolanaWallet(value, name)

/** A Solana wallet that can be paid. @throws Unfit when the text is no address, or one that Solana keeps for itself */
export const payableSolanaWallet: Parser<Wallet> = (value, name) => {
  if (!isAddress(value)) throw new Unfit(`${name} is not a wallet`)
  if (isReservedAccount(value)) throw new Unfit(`${name} is an address that Solana keeps for itself: no transaction could pay it`)
  return value as Wallet
}

/** The secret key of a Solana wallet, in either of its usual forms. */
export const solanaKey = textThat((value) => {
  try {
    return parseSolanaLauncher(new Secret(value)) !== null
  } catch {
    return false
  }
}, 'is not a secret key of 64 bytes')

/** A key by its own parser, or a location of one that keeps such keys. */
const signer =
  (key: Parser<string>, isWallet: (text: string) => boolean, kinds: readonly SignerLocation['kind'][]): Parser<string> =>
  (value, name) => {
    if (!meansLocation(value)) return key(value, name)
    const location = signerLocationOf(value)
    if (location && kinds.includes(location.kind) && isWallet(location.wallet)) return value
    throw new Unfit(`${name} names no signer: write ${kinds.map((kind) => LOCATION_FORMS[kind]).join(' or ')}, with the wallet’s address`)
  }

/** A Solana wallet that signs: its key, or the location of that. @throws Unfit for anything else */
export const solanaSigner = signer(solanaKey, isAddress, ['ssh-agent', 'kms'])

/**
 * A wallet on an EVM chain with a valid checksum, since payments to a mistyped address are lost.
 *
 * @throws Unfit when the text is no such address, or one that nobody holds
 */
export const evmWallet: Parser<Wallet> = (value, name) => {
  if (!isEvmAddress(value)) throw new Unfit(`${name} is not an EVM address with a right checksum`)
  if (!isHeldEvmAddress(value)) throw new Unfit(`${name} is an address that nobody holds: what is paid there is lost`)
  return checksummed(value) as Wallet
}

/**
 * 0x and 40 hex digits; the checksum is checked when payments are set up.
 *
 * @throws Unfit when the text is no such address, or one that nobody holds
 */
export const payTo: Parser<string> = (value, name) => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(value)) throw new Unfit(`${name} must be an EVM address`)
  if (/^0x0{37}/.test(value)) throw new Unfit(`${name} is an address that nobody holds: no payment could be settled`)
  return value
}

/** The order of the curve's group; a private key is between 0 and it. @see SEC 2, secp256k1 */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const isEvmKey = (value: string): boolean => {
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(value)) return false
  const number = BigInt(`0x${value.replace(/^0x/, '')}`)
  return number > 0n && number < CURVE_ORDER
}

/** The private key of an EVM wallet as hex. */
export const evmKey = textThat(isEvmKey, 'is not a private key of 32 bytes as hex')

/** The private key of an EVM wallet as hex with 0x. */
const facilitatorKey = textThat(
  (value) => value.startsWith('0x') && isEvmKey(value),
  'must be 0x and 64 hex digits, which are a private key',
)

/** An EVM wallet that signs: its key, or the location of that. @throws Unfit for anything else */
export const evmSigner = signer(evmKey, isEvmAddress, ['kms'])

/** The same for the facilitator in this process, whose key begins with 0x. @throws Unfit for anything else */
export const facilitatorSigner = signer(facilitatorKey, isEvmAddress, ['kms'])
