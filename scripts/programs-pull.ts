import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import {
  type DumpedAccount,
  PROGRAM_ADDRESSES,
  PROGRAM_NAMES,
  type ProgramName,
  cacheIsFilled,
  programsCacheDir,
  readManifest,
  sha256Hex,
} from './programs-cache.ts'

/**
 * Fills the program cache that `test/chain` runs on: `bun run programs:pull [--force]`.
 *
 * From the crate that ships the binaries, where cargo is on the PATH and PROGRAMS_RPC_URL is not set;
 * else from the mainnet RPC in PROGRAMS_RPC_URL, which also gives the accounts the programs read.
 */
const CRATE = 'pump-rust-client'
const CRATE_VERSION = process.env.PROGRAMS_CRATE_VERSION || '0.5.0'

/** UpgradeableLoaderState::ProgramData: u32 tag, u64 slot, Option<Pubkey> authority. The ELF follows. */
const PROGRAM_DATA_HEADER_BYTES = 45

/** Accounts that create, lock, trade, distribute and migrate read and that no launch creates. */
const ACCOUNTS: Record<string, string> = {
  'pump-global': '4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf',
  'pump-fee-config': '8Wf5TiAheLUqBrKXeYg2JtAFFMWtKdG2BSFgqUcPVwTt',
  'fee-program-global': 'CHqnuTkj6sXDFknM652aEFPECZh9qVsBXWkhPohmV9dA',
  'pump-global-volume-accumulator': 'Hq2wp8uJ9jCPsYgNHex8RtqdvMPfVGoYwjvF1ATiwn2Y',
  'mayhem-global-params': '13ec7XdrjF3h3YcqBTFDSReRcUFwbCnJaAQspM4j6DDJ',
  'mayhem-sol-vault': 'BwWK17cbHxwWBKZkUYvzxLcNQ1YVyaFezduWbtm2de6s',
  'amm-global-config': 'ADyA8hdefvWN2dbGGWFotbzWxrAvLW83WG6QCVXvJKqw',
  'amm-fee-config': '5PHirr8joyTMp9JMm6nW7hNDVyEYdkzDqazxPD7RaTjx',
  'amm-global-volume-accumulator': 'C2aFPdENg4A2HQsmrd5rTw5TaYBX5Ku887cWjbFKtZpw',
  'buyback-recipient': '5YxQFdt3Tr9zJLvkFccqXVUwhdTWJQc1fFg2YPbxvxeD',
}

interface Pulled {
  files: Map<string, Uint8Array>
  source: string
}

async function run(command: string[], cwd: string): Promise<boolean> {
  const child = Bun.spawn(command, { cwd, stdout: 'ignore', stderr: 'ignore' })
  return (await child.exited) === 0
}

function artifactsUnder(root: string): string | undefined {
  if (!existsSync(root)) return undefined
  const folders = [root, ...readdirSync(root).map((entry) => join(root, entry))]
  return folders.map((folder) => join(folder, `${CRATE}-${CRATE_VERSION}`, 'artifacts')).find(existsSync)
}

/** Has cargo download the crate (nothing is compiled) and returns the folder of its binaries. */
async function findCrateArtifacts(workDir: string): Promise<string> {
  const registry = join(process.env.CARGO_HOME || join(homedir(), '.cargo'), 'registry', 'src')
  // `cargo info` downloads and unpacks this one crate; `cargo vendor` brings its whole tree, so it is second.
  await run(['cargo', 'info', '--quiet', `${CRATE}@${CRATE_VERSION}`], workDir)
  const cached = artifactsUnder(registry)
  if (cached) return cached
  mkdirSync(join(workDir, 'src'))
  writeFileSync(join(workDir, 'src', 'lib.rs'), '')
  const dependency = `[dependencies]\n${CRATE} = "=${CRATE_VERSION}"\n`
  writeFileSync(join(workDir, 'Cargo.toml'), `[package]\nname = "pull"\nversion = "0.0.0"\nedition = "2021"\n\n${dependency}`)
  await run(['cargo', 'vendor', '--quiet', '--versioned-dirs', 'vendor'], workDir)
  const vendored = artifactsUnder(join(workDir, 'vendor')) ?? artifactsUnder(registry)
  if (!vendored) throw new Error(`cargo could not download ${CRATE} ${CRATE_VERSION}`)
  return vendored
}

async function pullFromCrate(): Promise<Pulled> {
  const workDir = mkdtempSync(join(tmpdir(), 'programs-pull-'))
  try {
    const artifacts = await findCrateArtifacts(workDir)
    const files = new Map<string, Uint8Array>()
    for (const name of PROGRAM_NAMES) files.set(`${name}.so`, readFileSync(join(artifacts, `${name}.so`)))
    for (const name of PROGRAM_NAMES) {
      const description = join(artifacts, '..', 'idls', `${name}.json`)
      if (existsSync(description)) files.set(`${name}.idl.json`, readFileSync(description))
    }
    return { files, source: `crate ${CRATE} ${CRATE_VERSION}` }
  } finally {
    rmSync(workDir, { recursive: true, force: true })
  }
}

interface RpcAccount {
  data: [string, string]
  owner: string
  lamports: number
}

async function pullFromRpc(url: string): Promise<Pulled> {
  let slot = 0
  const getAccount = async (address: string): Promise<RpcAccount | null> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params: [address, { encoding: 'base64' }] })
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    if (!answer.ok) throw new Error(`the RPC answered ${answer.status} for ${address}`)
    const { result, error } = (await answer.json()) as {
      result?: { context: { slot: number }; value: RpcAccount | null }
      error?: { message: string }
    }
    if (!result) throw new Error(`the RPC refused ${address}: ${error?.message ?? 'no result'}`)
    slot = result.context.slot
    return result.value
  }

  const files = new Map<string, Uint8Array>()
  for (const name of PROGRAM_NAMES) files.set(`${name}.so`, await readProgram(name, getAccount))
  const accounts: DumpedAccount[] = []
  for (const [label, address] of Object.entries(ACCOUNTS)) {
    const account = await getAccount(address)
    if (account) accounts.push({ label, address, owner: account.owner, lamports: account.lamports, dataBase64: account.data[0] })
  }
  files.set('accounts.json', new TextEncoder().encode(`${JSON.stringify(accounts, null, 1)}\n`))
  return { files, source: `mainnet RPC at slot ${slot}` }
}

async function readProgram(name: ProgramName, getAccount: (address: string) => Promise<RpcAccount | null>): Promise<Uint8Array> {
  const program = await getAccount(PROGRAM_ADDRESSES[name])
  if (!program) throw new Error(`${name} is not deployed on this cluster`)
  // UpgradeableLoaderState::Program: u32 tag 2, then the address of its data account.
  const state = Buffer.from(program.data[0], 'base64')
  if (state.length < 36 || state.readUInt32LE(0) !== 2) throw new Error(`${name} is not an upgradeable program`)
  const { PublicKey } = await import('@solana/web3.js')
  const programData = await getAccount(new PublicKey(state.subarray(4, 36)).toBase58())
  if (!programData) throw new Error(`the data account of ${name} is missing`)
  return Buffer.from(programData.data[0], 'base64').subarray(PROGRAM_DATA_HEADER_BYTES)
}

function assertOutsideRepository(dir: string): void {
  const path = relative(resolve(import.meta.dir, '..'), resolve(dir))
  if (!path.startsWith('..')) throw new Error(`the cache folder ${dir} lies inside the repository; set XDG_CACHE_HOME elsewhere`)
}

function writeCache(dir: string, { files, source }: Pulled): void {
  mkdirSync(dir, { recursive: true })
  const manifest = readManifest(dir)
  const pulledAt = new Date().toISOString()
  for (const [file, bytes] of files) {
    writeFileSync(join(dir, `${file}.part`), bytes)
    renameSync(join(dir, `${file}.part`), join(dir, file))
    manifest[file] = { sha256: sha256Hex(bytes), pulledAt, source }
  }
  writeFileSync(join(dir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

async function pullPrograms(force: boolean): Promise<string> {
  const dir = programsCacheDir()
  assertOutsideRepository(dir)
  if (!force && cacheIsFilled(dir)) return `programs: ${dir} is filled (--force pulls again)`
  const rpcUrl = process.env.PROGRAMS_RPC_URL
  if (!rpcUrl && !Bun.which('cargo')) throw new Error('neither cargo on the PATH nor PROGRAMS_RPC_URL: no source for the programs')
  const pulled = rpcUrl ? await pullFromRpc(rpcUrl) : await pullFromCrate()
  writeCache(dir, pulled)
  return `programs: ${pulled.files.size} files from ${pulled.source} in ${dir}`
}

try {
  console.log(await pullPrograms(process.argv.includes('--force')))
} catch (error) {
  console.error(`programs: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
