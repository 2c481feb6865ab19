import { bps, lamports, type Mint, tokenMicros, type Wallet } from '../../../domain/brands.ts'
import { fromBase58, sha256Hex, toBase58 } from '../../../lib/bytes.ts'
import type { Instruction, Message } from './message.ts'

/** The address of the simulated launchpad’s program. */
const PROGRAM = toBase58(Buffer.from(sha256Hex('agent-launch simulated launchpad'), 'hex'))

/** First byte of a message of version 0. */
const VERSION_0 = 0x80
const ADDRESS_BYTES = 32

const KINDS = ['create', 'lock', 'buy', 'burn', 'distribute'] as const satisfies readonly Instruction['kind'][]
/** First byte of the instruction that every message begins with: its expiry, and its nonce. */
const EXPIRY = KINDS.length

/** An instruction as a message of Solana has it. */
interface Compiled {
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

/**
 * The message as Solana’s version 0 has it, so that wallets can read and sign it. Every account stands in the message itself.
 *
 * @throws Error for an address that is none
 * @see https://solana.com/docs/core/transactions#message
 */
export function encodeMessage(message: Message): Uint8Array {
  const compiled = [expiryOf(message), ...message.instructions.map((instruction) => compile(message.mint, instruction))]
  const accounts = [...new Set([...message.signers, ...compiled.flatMap(({ accounts: named }) => named), PROGRAM])]
  const program = accounts.indexOf(PROGRAM)
  return Buffer.concat([
    Uint8Array.of(VERSION_0, message.signers.length, 0, 1),
    compact(accounts.length),
    ...accounts.map(addressBytes),
    addressBytes(message.blockhash),
    compact(compiled.length),
    ...compiled.flatMap(({ accounts: named, data }) => [
      Uint8Array.of(program),
      compact(named.length),
      Uint8Array.from(named, (address) => accounts.indexOf(address)),
      compact(data.length),
      data,
    ]),
    // No address lookup tables.
    Uint8Array.of(0),
  ])
}

/** The message of these bytes. @throws Error for bytes that `encodeMessage` did not write */
export function decodeMessage(bytes: Uint8Array): Message {
  const reader = createReader(bytes)
  if (reader.byte() !== VERSION_0) throw new Error('another version of message')
  const signers = reader.byte()
  reader.take(2)
  const accounts = Array.from({ length: reader.compact() }, () => toBase58(reader.take(ADDRESS_BYTES)))
  const blockhash = toBase58(reader.take(ADDRESS_BYTES))
  const compiled = Array.from({ length: reader.compact() }, (): Compiled => {
    reader.byte()
    const named = Array.from(reader.take(reader.compact()), (index) => accounts[index]!)
    return { accounts: named, data: reader.take(reader.compact()) }
  })
  const [expiry, ...instructions] = compiled
  if (expiry?.data[0] !== EXPIRY) throw new Error('no expiry')
  const data = Buffer.from(expiry.data)
  return {
    blockhash,
    lastValidBlockHeight: Number(data.readBigUInt64LE(1)),
    nonce: data.subarray(9).toString('hex'),
    signers: accounts.slice(0, signers) as Wallet[],
    mint: expiry.accounts[0] as Mint,
    instructions: instructions.map(decompile),
  }
}

const expiryOf = ({ mint, lastValidBlockHeight, nonce }: Message): Compiled => ({
  accounts: [mint],
  data: Buffer.concat([Uint8Array.of(EXPIRY), u64(BigInt(lastValidBlockHeight)), Buffer.from(nonce, 'hex')]),
})

function compile(mint: Mint, instruction: Instruction): Compiled {
  const { kind } = instruction
  const pack = (accounts: readonly string[], ...parts: readonly Uint8Array[]): Compiled => ({
    accounts: [mint, ...accounts],
    data: Buffer.concat([Uint8Array.of(KINDS.indexOf(kind)), ...parts]),
  })
  switch (kind) {
    case 'create':
      return pack([instruction.creator], ...[instruction.name, instruction.ticker, instruction.metadataUri].map(text))
    case 'lock': {
      const { authority, shareholders } = instruction
      return pack([authority, ...shareholders.map(({ wallet }) => wallet)], ...shareholders.map(({ bps }) => short(bps)))
    }
    case 'buy': {
      const { wallet, lamports: spentLamports, tokenMicros } = instruction
      return pack([wallet], u64(spentLamports), ...(tokenMicros === undefined ? [] : [u64(tokenMicros)]))
    }
    case 'burn':
      return pack([instruction.wallet], u64(instruction.tokenMicros))
    case 'distribute':
      return pack([])
  }
}

function decompile({ accounts: [, first, ...others], data }: Compiled): Instruction {
  const reader = createReader(data)
  const kind = KINDS[reader.byte()]
  const wallet = first as Wallet
  switch (kind) {
    case 'create':
      return { kind, creator: wallet, name: reader.text(), ticker: reader.text(), metadataUri: reader.text() }
    case 'lock':
      return { kind, authority: wallet, shareholders: others.map((each) => ({ wallet: each as Wallet, bps: bps(reader.short()) })) }
    case 'buy':
      return { kind, wallet, lamports: lamports(reader.u64()), ...(reader.isAtEnd() ? {} : { tokenMicros: tokenMicros(reader.u64()) }) }
    case 'burn':
      return { kind, wallet, tokenMicros: tokenMicros(reader.u64()) }
    case 'distribute':
      return { kind }
    case undefined:
  }
  throw new Error('an unknown instruction')
}

function addressBytes(address: string): Uint8Array {
  const bytes = fromBase58(address)
  if (bytes?.length !== ADDRESS_BYTES) throw new Error(`${address} is no address`)
  return bytes
}

/** A length as Solana writes it: seven bits a byte, the lowest first. */
function compact(length: number): Uint8Array {
  return length < 128 ? Uint8Array.of(length) : Uint8Array.of((length & 127) | 128, length >> 7)
}

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

const short = (value: number): Uint8Array => Uint8Array.of(value & 255, value >> 8)

function text(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value)
  return Buffer.concat([short(bytes.length), bytes])
}

/** Reads bytes from the first to the last. Each method throws an Error where they end too early. */
function createReader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new Error('it ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = (): number => take(1)[0]!
  const readShort = (): number => byte() | (byte() << 8)
  return {
    take,
    byte,
    isAtEnd: () => at === bytes.length,
    short: readShort,
    u64: () => Buffer.from(take(8)).readBigUInt64LE(),
    text: () => new TextDecoder('utf-8', { fatal: true }).decode(take(readShort())),
    compact(): number {
      const low = byte()
      return low < 128 ? low : (low & 127) | (byte() << 7)
    },
  }
}
