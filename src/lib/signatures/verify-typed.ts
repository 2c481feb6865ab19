import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { checksummed, isEvmAddress } from '../evm-address.ts'
import type { TypedData } from './typed-data.ts'

/** The 32 bytes that are signed. */
export const typedHash = ({ domain, types, primaryType, message }: TypedData): Uint8Array =>
  keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), structHash('EIP712Domain', types, domain), structHash(primaryType, types, message)))

function structHash(name: string, types: TypedData['types'], values: TypedData['message']): Uint8Array {
  const fields = types[name]!
  const type = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`
  return keccak_256(concatBytes(ofText(type), ...fields.map((field) => fieldHash(values[field.name]!))))
}

const fieldHash = (value: string | readonly string[]): Uint8Array =>
  typeof value === 'string' ? ofText(value) : keccak_256(concatBytes(...value.map(ofText)))

const ofText = (text: string): Uint8Array => keccak_256(utf8ToBytes(text))

/** Bytes of a signature: r, s and v. */
const SIGNATURE_BYTES = 65
/** What v is above the parity. */
const V = 27

/**
 * The one form of a signature in hex as EVM wallets answer it, where some write v as the parity; null when it is none, or has the greater
 * of the two s with which it would be the same wallet's.
 */
export function typedSignature(text: string): Uint8Array | null {
  if (!/^(0x)?[0-9a-f]{130}$/i.test(text)) return null
  const bytes = new Uint8Array(Buffer.from(text.slice(-2 * SIGNATURE_BYTES), 'hex'))
  const v = bytes[SIGNATURE_BYTES - 1]!
  if (v < 2) bytes[SIGNATURE_BYTES - 1] = v + V
  return isOneForm(bytes) ? bytes : null
}

function isOneForm(bytes: Uint8Array): boolean {
  const v = bytes[SIGNATURE_BYTES - 1]
  if (bytes.length !== SIGNATURE_BYTES || (v !== V && v !== V + 1)) return false
  try {
    return !secp256k1.Signature.fromBytes(bytes.slice(0, -1), 'compact').hasHighS()
  } catch {
    return false
  }
}

/** Whether the key of this address made the signature, in its one form, over the typed data. Contracts that are wallets have no key. */
export function verifyTyped(address: string, data: TypedData, signature: Uint8Array): boolean {
  if (!isEvmAddress(address) || !isOneForm(signature)) return false
  try {
    const parity = signature[SIGNATURE_BYTES - 1]! - V
    const point = secp256k1.Signature.fromBytes(signature.slice(0, -1), 'compact').addRecoveryBit(parity).recoverPublicKey(typedHash(data))
    return checksummed(`0x${bytesToHex(keccak_256(point.toBytes(false).slice(1)).slice(-20))}`) === checksummed(address)
  } catch {
    return false
  }
}
