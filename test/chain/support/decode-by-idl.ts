import { PublicKey, type VersionedMessage } from '@solana/web3.js'
import type { Idl, IdlAccount, IdlInstruction, IdlSeed, IdlType } from './program-idl.ts'

/** Trailing arguments of these types may be left out: the programs read the end of the data as "not given". */
const MAY_BE_MISSING = ['OptionBool', 'OptionU64']

/** An instruction as its program reads it. */
export interface DecodedInstruction {
  idl: IdlInstruction
  /** The accounts that the IDL names, by its names; then those that follow. */
  accounts: Map<string, number>
  further: number[]
  /** Arguments that were sent; the program takes the others as "not given". */
  args: Record<string, unknown>
}

/**
 * The instruction with this data and these account indexes, by the IDL.
 *
 * @throws Error for an unknown discriminator, too few accounts, arguments that end early or bytes that are left over
 */
export function decodeInstruction(idl: Idl, data: Uint8Array, indexes: readonly number[]): DecodedInstruction {
  const bytes = Buffer.from(data)
  const found = idl.instructions.find(({ discriminator }) => bytes.subarray(0, 8).equals(Buffer.from(discriminator)))
  if (!found) throw new Error(`${idl.address} has no instruction ${bytes.subarray(0, 8).toString('hex')}`)
  const reader = { bytes, at: 8 }
  const args: Record<string, unknown> = {}
  for (const { name, type } of found.args) {
    const optional = typeof type === 'object' && 'defined' in type && MAY_BE_MISSING.includes(type.defined.name)
    if (reader.at === bytes.length && optional) break
    args[name] = readValue(idl, type, reader)
  }
  if (reader.at !== bytes.length) throw new Error(`${found.name}: ${bytes.length - reader.at} bytes are left over`)
  if (indexes.length < found.accounts.length) throw new Error(`${found.name}: ${indexes.length} of ${found.accounts.length} accounts`)
  const accounts = new Map(found.accounts.map(({ name }, index) => [name, indexes[index]!]))
  return { idl: found, accounts, further: indexes.slice(found.accounts.length), args }
}

interface Reader {
  bytes: Buffer
  at: number
}

function take(reader: Reader, count: number): Buffer {
  const end = reader.at + count
  if (end > reader.bytes.length) throw new Error(`the data ends at ${reader.bytes.length}, not at ${end}`)
  const slice = reader.bytes.subarray(reader.at, end)
  reader.at = end
  return slice
}

/** A boolean is one of two bytes: any other means that the arguments are not those of the IDL. */
function readBoolean(reader: Reader): boolean {
  const byte = take(reader, 1)[0]!
  if (byte > 1) throw new Error(`${byte} is no boolean`)
  return byte === 1
}

function readValue(idl: Idl, type: IdlType, reader: Reader): unknown {
  if (typeof type === 'object' && 'vec' in type) {
    return Array.from({ length: take(reader, 4).readUInt32LE() }, () => readValue(idl, type.vec, reader))
  }
  if (typeof type === 'object') return readStruct(idl, type.defined.name, reader)
  if (type === 'bool') return readBoolean(reader)
  if (type === 'u16') return take(reader, 2).readUInt16LE()
  if (type === 'u64') return take(reader, 8).readBigUInt64LE()
  if (type === 'pubkey') return new PublicKey(take(reader, 32)).toBase58()
  if (type === 'string') return take(reader, take(reader, 4).readUInt32LE()).toString('utf8')
  throw new Error(`no reader for ${JSON.stringify(type)}`)
}

/** A struct of one nameless field is that field. */
function readStruct(idl: Idl, name: string, reader: Reader): unknown {
  const fields = idl.types.find((type) => type.name === name)?.type.fields
  if (!fields) throw new Error(`no type ${name}`)
  const named = fields.filter((field) => typeof field === 'object' && 'name' in field)
  if (named.length === 0) return readValue(idl, fields[0] as IdlType, reader)
  return Object.fromEntries(named.map((field) => [field.name, readValue(idl, field.type, reader)]))
}

/** The address that the IDL demands for one account; null where only the chain or the caller can say. */
export function demandedAddress(
  { address: programId }: Idl,
  account: IdlAccount,
  addressOf: (name: string) => string | undefined,
): string | null {
  if (account.address) return account.address
  if (account.name === 'program') return programId
  if (!account.pda) return null
  const bytesOf = (seed: IdlSeed): Buffer | null => {
    if (seed.kind === 'const') return Buffer.from(seed.value)
    const address = seed.kind === 'account' ? addressOf(seed.path) : undefined
    return address === undefined ? null : new PublicKey(address).toBuffer()
  }
  const seeds = account.pda.seeds.map(bytesOf)
  const program = account.pda.program ? bytesOf(account.pda.program) : new PublicKey(programId).toBuffer()
  if (program === null || seeds.includes(null)) return null
  return PublicKey.findProgramAddressSync(seeds as Buffer[], new PublicKey(program))[0].toBase58()
}

/** What the runtime grants the account at this place of the message. */
export const flagsOf = (message: VersionedMessage, index: number) => ({
  signer: message.isAccountSigner(index),
  writable: message.isAccountWritable(index),
})
