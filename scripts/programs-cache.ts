import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Mainnet addresses of the programs a launch runs through, by the name of their file in the cache. */
export const PROGRAM_ADDRESSES = {
  pump: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
  pump_fees: 'pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ',
  pump_amm: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
  mayhem_program: 'MAyhSmzXzV1pTf7LsNkrNwkWKTo4ougAJ1PPg47MD4e',
} as const

export type ProgramName = keyof typeof PROGRAM_ADDRESSES

export const PROGRAM_NAMES = Object.keys(PROGRAM_ADDRESSES) as ProgramName[]

/** An account as the cache and the shared fixtures write it. */
export interface DumpedAccount {
  label: string
  address: string
  owner: string
  lamports: number
  dataBase64: string
}

/** What `manifest.json` says of one cached file. */
export interface ManifestEntry {
  sha256: string
  /** ISO 8601, when the file was put there. */
  pulledAt: string
  /** Where it came from, without addresses or keys. */
  source: string
}

export type Manifest = Record<string, ManifestEntry>

/** The folder outside the repository that holds the program binaries; it need not exist. */
export const programsCacheDir = (): string => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'agent-launch', 'programs')

/** Lower-case hex SHA-256. */
export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The cache's manifest, empty where there is none. */
export function readManifest(dir = programsCacheDir()): Manifest {
  const path = join(dir, 'manifest.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : {}
}

/** True when all four programs are in the cache and each is the file its manifest describes. */
export function cacheIsFilled(dir = programsCacheDir()): boolean {
  const manifest = readManifest(dir)
  return PROGRAM_NAMES.every((name) => {
    const path = join(dir, `${name}.so`)
    return existsSync(path) && manifest[`${name}.so`]?.sha256 === sha256Hex(readFileSync(path))
  })
}
