import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_ADDRESSES, programsCacheDir } from '../../../scripts/programs-cache.ts'

/** Programs whose instructions we build and that the crate describes. */
const DESCRIBED = ['pump', 'pump_fees', 'pump_amm'] as const satisfies readonly (keyof typeof PROGRAM_ADDRESSES)[]

export type IdlType = string | { defined: { name: string } } | { vec: IdlType }

/** A seed of an address: bytes, another account of the instruction, or what only the chain or an argument can say. */
export type IdlSeed = { kind: 'const'; value: number[] } | { kind: 'account' | 'arg'; path: string }

export interface IdlAccount {
  name: string
  writable?: boolean
  signer?: boolean
  optional?: boolean
  address?: string
  pda?: { seeds: IdlSeed[]; program?: IdlSeed }
}

export interface IdlInstruction {
  name: string
  discriminator: number[]
  accounts: IdlAccount[]
  args: { name: string; type: IdlType }[]
}

/** A program's interface, as far as instructions need it. */
export interface Idl {
  address: string
  instructions: IdlInstruction[]
  types: { name: string; type: { fields?: (IdlType | { name: string; type: IdlType })[] } }[]
}

/** Where cargo unpacked the crate, by the version that the cached programs are from. */
function crateFolders(): string[] {
  const root = join(process.env.CARGO_HOME || join(homedir(), '.cargo'), 'registry', 'src')
  if (!existsSync(root)) return []
  return readdirSync(root).map((registry) => join(root, registry, 'pump-rust-client-0.5.0', 'idls'))
}

function readOne(name: string): Idl | null {
  const paths = [join(programsCacheDir(), `${name}.idl.json`), ...crateFolders().map((folder) => join(folder, `${name}.json`))]
  const path = paths.find(existsSync)
  return path === undefined ? null : (JSON.parse(readFileSync(path, 'utf8')) as Idl)
}

/** The interfaces by program address; null when one is missing. They are read where they are, and nothing of them is kept here. */
export function readIdls(): ReadonlyMap<string, Idl> | null {
  const idls = DESCRIBED.map((name) => readOne(name))
  return idls.includes(null) ? null : new Map(idls.map((idl) => [idl!.address, idl!]))
}
