import { toBase58 } from '../bytes.ts'

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
/** The first byte of a message of version 0; a message without a version begins with its count of signers, which has no high bit. */
const VERSION_0 = 0x80

/** One instruction of a message; its accounts are indexes of the message's. */
export interface MessageInstruction {
  readonly program: string
  readonly accountIndexes: readonly number[]
  readonly data: Uint8Array
}

/** A Solana transaction of version 0 or of none, without lookup tables: everything that it does is in it. */
export interface PlainTransaction {
  /** The bytes that are signed. */
  readonly message: Uint8Array
  /** One of each signer, in the order of `accounts`; zeros where it is missing. */
  readonly signatures: readonly Uint8Array[]
  /** In base58; the first pays the fee. */
  readonly accounts: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly MessageInstruction[]
}

/**
 * Reads a transaction; null for bytes that are none, for another version, and for one that reads accounts from lookup tables.
 *
 * @see https://solana.com/docs/core/transactions
 */
export function readPlainTransaction(bytes: Uint8Array): PlainTransaction | null {
  try {
    return read(createReader(bytes))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function read({ take, count, position, rest }: ByteReader): PlainTransaction | null {
  const signatures = Array.from({ length: count() }, () => take(SIGNATURE_BYTES))
  const message = rest()
  const versioned = message[0] === VERSION_0
  if (versioned) take(1)
  const [signers = 0] = take(3)
  const accounts = Array.from({ length: count() }, () => toBase58(take(KEY_BYTES)))
  const blockhash = toBase58(take(KEY_BYTES))
  const instructions = Array.from({ length: count() }, () => {
    const program = accounts[take(1)[0]!]
    const indexes = [...take(count())]
    if (program === undefined || indexes.some((index) => index >= accounts.length)) throw new RangeError('no such account')
    return { program, accountIndexes: indexes, data: take(count()) }
  })
  const lookups = versioned ? count() : 0
  const isWhole = position() === message.length + signatures.length * SIGNATURE_BYTES + countBytes(signatures.length)
  return lookups === 0 && isWhole && signers === signatures.length && signers > 0 && signers <= accounts.length
    ? { message, signatures, accounts, blockhash, instructions }
    : null
}

const countBytes = (count: number): number => (count < 0x80 ? 1 : count < 0x4000 ? 2 : 3)

interface ByteReader {
  /** The next so many bytes. @throws RangeError where there are fewer */
  take(length: number): Uint8Array
  /** A compact-u16, in its shortest form. @throws RangeError for any other */
  count(): number
  position(): number
  rest(): Uint8Array
}

function createReader(bytes: Uint8Array): ByteReader {
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('it ends too soon')
    at += length
    return bytes.slice(at - length, at)
  }
  return {
    take,
    count() {
      const begin = at
      let value = 0
      for (let shift = 0; shift <= 14; shift += 7) {
        const byte = take(1)[0]!
        value |= (byte & 0x7f) << shift
        if (byte >= 0x80) continue
        if (at - begin !== countBytes(value) || value > 0xffff) throw new RangeError('not the shortest form of a count')
        return value
      }
      throw new RangeError('a count of more than three bytes')
    },
    position: () => at,
    rest: () => bytes.slice(at),
  }
}
