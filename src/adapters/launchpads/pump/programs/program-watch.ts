import { PublicKey } from '@solana/web3.js'
import { fromBase64, sha256Hex } from '../../../../lib/bytes.ts'
import { array, object, text } from '../../../chains/rpc-shape.ts'
import { contextual } from '../../../chains/solana/contextual.ts'
import type { RpcPool } from '../../../chains/rpc-pool.ts'
import type { SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import { KNOWN_PROGRAMS, type KnownProgram } from './known-programs.ts'

/** A deployed program beside the builds that are known; `unread` where no node gave it, `disputed` where they gave different ones. */
export interface ProgramReport {
  readonly program: KnownProgram
  readonly verdict: 'same' | 'older' | 'unknown' | 'unread' | 'disputed'
  /** Of the ELF file, lower-case hex; `none` where there is no program; null when it is unread or disputed. */
  readonly sha256: string | null
  /** Where an older build was seen. */
  readonly seen: string | null
  /** Who can replace it, in words; null as `sha256`. */
  readonly control: string | null
}

/** Looks at the deployed programs. */
export interface ProgramWatch {
  /** One report per program, in the order of KNOWN_PROGRAMS. Reads only, and never throws for a node that does not answer. */
  read(): Promise<readonly ProgramReport[]>
}

const LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')
/** UpgradeableLoaderState::ProgramData: u32 tag, u64 slot, Option<Pubkey> authority. The ELF follows. */
const HEADER_BYTES = 45
const AUTHORITY_OFFSET = 12
/** ELF64: where the section table begins, the size of an entry and their number. Linkers write it last. */
const SECTION_TABLE_OFFSET = 40
const SECTION_ENTRY_OFFSET = 58
const SECTION_COUNT_OFFSET = 60
const ELF_HEADER_BYTES = 64
/** What no fork takes back: a node tells a deployment from there on, however far it lags behind. */
const COMMITMENT = 'finalized'

/**
 * A watch that asks every node for 45 bytes of each program, and downloads from each what was deployed anew. A node alone is not believed:
 * where one that answers says otherwise, the program is disputed.
 */
export function createProgramWatch({ pool }: Pick<SolanaRpc, 'pool'>, programs = KNOWN_PROGRAMS): ProgramWatch {
  const hashes = new Map<string, { readonly header: string; readonly sha256: string }>()
  const addresses = programs.map(({ address }) =>
    PublicKey.findProgramAddressSync([new PublicKey(address).toBuffer()], LOADER)[0].toBase58(),
  )
  let reading: Promise<readonly ProgramReport[]> | null = null

  const headersOf = (ask: RpcPool['ask']) =>
    ask(
      'getMultipleAccounts',
      [addresses, { commitment: COMMITMENT, encoding: 'base64', dataSlice: { offset: 0, length: HEADER_BYTES } }],
      (result, recordHeight) =>
        array(contextual(result, recordHeight), addresses.length).map((account) =>
          account === null ? NOT_THERE : dataOf(account).toString('hex'),
        ),
    )

  async function hashOf(dataAddress: string, header: string): Promise<string | 'unread' | 'disputed'> {
    const kept = hashes.get(dataAddress)
    if (kept?.header === header) return kept.sha256
    const given = await pool.onEach(async (ask) => {
      const data = await ask('getAccountInfo', [dataAddress, { commitment: COMMITMENT, encoding: 'base64' }], (result, recordHeight) =>
        dataOf(contextual(result, recordHeight)),
      )
      if (data.subarray(0, HEADER_BYTES).toString('hex') !== header) throw new Error('deployed meanwhile')
      return sha256Hex(elfOf(data.subarray(HEADER_BYTES)))
    })
    const sha256 = agreed(given)
    if (sha256 !== 'unread' && sha256 !== 'disputed') hashes.set(dataAddress, { header, sha256 })
    return sha256
  }

  async function report(program: KnownProgram, index: number, headers: readonly (readonly string[] | null)[]): Promise<ProgramReport> {
    const header = agreed(headers.map((each) => each?.[index] ?? null))
    const sha256 = header === 'unread' || header === 'disputed' || header === NOT_THERE ? header : await hashOf(addresses[index]!, header)
    if (sha256 === 'unread' || sha256 === 'disputed') return { program, verdict: sha256, sha256: null, seen: null, control: null }
    return { ...judge(program, sha256), control: controlOf(header) }
  }

  return {
    // Callers who come together wait for one download.
    read() {
      reading ??= pool
        .onEach(headersOf)
        .then((headers) => Promise.all(programs.map((program, index) => report(program, index, headers))))
        .finally(() => (reading = null))
      return reading
    },
  }
}

/** In the place of a header and of a hash where there is no such account. */
const NOT_THERE = 'none'

const dataOf = (account: unknown): Buffer => Buffer.from(fromBase64(text(array(object(account).data, 2)[0]))!)

/** What all who answer say. */
function agreed(answers: readonly (string | null)[]): string | 'unread' | 'disputed' {
  const [first, ...others] = new Set(answers.filter((answer) => answer !== null))
  return first === undefined ? 'unread' : others.length > 0 ? 'disputed' : first
}

function controlOf(header: string): string {
  if (header === NOT_THERE) return 'not deployed'
  const bytes = Buffer.from(header, 'hex')
  if (bytes[AUTHORITY_OFFSET] !== 1) return 'upgraded by nobody'
  return `upgraded by ${new PublicKey(bytes.subarray(AUTHORITY_OFFSET + 1)).toBase58()}`
}

function judge(program: KnownProgram, sha256: string): Omit<ProgramReport, 'control'> {
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
