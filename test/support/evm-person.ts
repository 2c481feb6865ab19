import { secp256k1 } from '@noble/curves/secp256k1'
import { bytesToHex, hashTypedData, hexToBytes, type TypedDataDefinition } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import type { Wallet } from '../../src/domain/brands.ts'
import type { TypedData } from '../../src/lib/signatures/typed-data.ts'

/** Somebody with a new EVM wallet. */
export interface EvmPerson {
  readonly wallet: Wallet
  /** As eth_signTypedData_v4 answers; with `high`, the other signature of the same key over the same. */
  sign(data: TypedData, high?: 'high'): `0x${string}`
  /** The wallet headers over what is signed at this time. */
  headers(data: (timestamp: string) => TypedData, nowMs: number): Record<string, string>
}

/** A new EVM wallet; viem hashes what it signs. */
export function newEvmPerson(): EvmPerson {
  const secret = secp256k1.utils.randomPrivateKey()
  const wallet = publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(secret, false))) as Wallet
  const sign: EvmPerson['sign'] = (data, high) => {
    const low = secp256k1.sign(hexToBytes(hashTypedData(data as unknown as TypedDataDefinition)), secret)
    const s = high ? secp256k1.CURVE.n - low.s : low.s
    const parity = high ? 1 - low.recovery : low.recovery
    const hex = (number: bigint) => number.toString(16).padStart(64, '0')
    return `0x${hex(low.r)}${hex(s)}${(27 + parity).toString(16)}`
  }
  const headers: EvmPerson['headers'] = (data, nowMs) => {
    const timestamp = String(nowMs)
    return { 'x-svc-wallet': wallet, 'x-svc-timestamp': timestamp, 'x-svc-signature': sign(data(timestamp)) }
  }
  return { wallet, sign, headers }
}
