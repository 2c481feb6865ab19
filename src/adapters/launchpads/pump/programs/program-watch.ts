import { PublicKey } from '@solana/web3.js'
import { AppError } from '../../../../domain/errors.ts'
import { fromBase64, sha256Hex } from '../../../../lib/bytes.ts'
import { array, object, text } from '../../../chains/rpc-shape.ts'
import { contextual } from '../../../chains/solana/contextual.ts'
import type { SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import type { ProgramGuard } from './program-guard.ts'
import { KNOWN_PROGRAMS, type KnownProgram } from './known-programs.ts'

/** A deployed program beside the builds that are known; `unread` where no node gave it. */
export interface ProgramReport {
  readonly program: KnownProgram
  readonly verdict: 'same' | 'older' | 'unknown' | 'unread'
  /** Of the ELF file, lower-case hex; null when it is unread. */
  readonly sha256: string | null
  /** Where an older build was seen. */
  readonly seen: string | null
}

/** Looks at the deployed programs. */
export interface ProgramWatch {
  /** One report per program, in the order of KNOWN_PROGRAMS. Reads only, and never throws for a node that does not answer. */
  read(): Promise<readonly ProgramReport[]>
}

const LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')
/** UpgradeableLoaderState::ProgramData: u32 tag, u64 slot, Option<Pubkey> authority. The ELF follows. */
const HEADER_BYTES = 45
/** ELF64: where the section table begins, the size of an entry and their number. Linkers write it last. */
const SECTION_TABLE_OFFSET = 40
const SECTION_ENTRY_OFFSET = 58
const SECTION_COUNT_OFFSET = 60
const ELF_HEADER_BYTES = 64

/** A watch that downloads each program once per deployment: whether it was deployed anew is asked with 45 bytes. */
export function createProgramWatch({ pool }: Pick<SolanaRpc, 'pool'>, programs = KNOWN_PROGRAMS): ProgramWatch {
  const hashes = new Map<string, { readonly header: string; readonly sha256: string }>()
  let reading: Promise<readonly ProgramReport[]> | null = null

  /** `length` null: to the end. */
  const dataOf = (address: string, length: number | null): Promise<Buffer> => {
    const [dataAddress] = PublicKey.findProgramAddressSync([new PublicKey(address).toBuffer()], LOADER)
    const slice = length === null ? {} : { dataSlice: { offset: 0, length } }
    const options = { commitment: 'confirmed', encoding: 'base64', ...slice }
    return pool.ask('getAccountInfo', [dataAddress.toBase58(), options], (result, recordHeight) =>
      Buffer.from(fromBase64(text(array(object(contextual(result, recordHeight)).data, 2)[0]))!),
    )
  }

  async function hashOf(address: string): Promise<string> {
    const header = (await dataOf(address, HEADER_BYTES)).toString('hex')
    const kept = hashes.get(address)
    if (kept?.header === header) return kept.sha256
    const data = await dataOf(address, null)
    const sha256 = sha256Hex(elfOf(data.subarray(HEADER_BYTES)))
    hashes.set(address, { header: data.subarray(0, HEADER_BYTES).toString('hex'), sha256 })
    return sha256
  }

  const report = async (program: KnownProgram): Promise<ProgramReport> => {
    try {
      return judge(program, await hashOf(program.address))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { program, verdict: 'unread', sha256: null, seen: null }
    }
  }

  return {
    // Callers who come together wait for one download.
    read() {
      reading ??= Promise.all(programs.map(report)).finally(() => (reading = null))
      return reading
    },
  }
}

function judge(program: KnownProgram, sha256: string): ProgramReport {
  if (sha256 === program.proven.sha256) return { program, verdict: 'same', sha256, seen: program.proven.seen }
  const older = program.older.find((build) => build.sha256 === sha256)
  return older ? { program, verdict: 'older', sha256, seen: older.seen } : { program, verdict: 'unknown', sha256, seen: null }
}

/** The file without the zeros by which its account is larger. */
function elfOf(bytes: Buffer): Buffer {
  if (bytes.length < ELF_HEADER_BYTES) return bytes
  const end =
    bytes.readBigUInt64LE(SECTION_TABLE_OFFSET) +
    BigInt(bytes.readUInt16LE(SECTION_ENTRY_OFFSET) * bytes.readUInt16LE(SECTION_COUNT_OFFSET))
  return end <= BigInt(bytes.length) && bytes.subarray(Number(end)).every((byte) => byte === 0) ? bytes.subarray(0, Number(end)) : bytes
}

/** What a dry-run has to say of the programs; nothing where all are known. */
export function programWarnings(reports: readonly ProgramReport[], guard: ProgramGuard): string[] {
  const of = (verdict: ProgramReport['verdict']) => reports.filter((report) => report.verdict === verdict)
  const names = (some: readonly ProgramReport[]) => some.map(({ program }) => program.name).join(', ')
  const then = guard === 'stop' ? 'The operator has launches refused until it is known.' : 'A launch is still simulated before it is sent.'
  const [unknown, unread] = [of('unknown'), of('unread')]
  return [
    ...(unknown.length > 0 ? [`Deployed since this release was tried: ${names(unknown)}. What it does may have changed. ${then}`] : []),
    ...(unread.length > 0 ? [`No node gave the program (${names(unread)}), so nobody can tell whether it is the one that was tried.`] : []),
  ]
}

/** Throws unless every program is known. @throws AppError upstream_unavailable where one could not be read */
export function checkPrograms(reports: readonly ProgramReport[]): void {
  const unknown = reports.find(({ verdict }) => verdict === 'unknown')
  if (unknown) throw new AppError('program_unknown', { program: unknown.program.name, sha256: unknown.sha256! })
  if (reports.some(({ verdict }) => verdict === 'unread'))
    throw new AppError('upstream_unavailable', { upstream: 'the Solana RPC (programs)' })
}
