import { type Static, Type } from '@sinclair/typebox'
import { readCsv } from '../../lib/csv.ts'
import type { Wallet } from '../brands.ts'
import type { KolImport } from './kol.ts'
import {
  type Cell,
  type EvmAddressCheck,
  readBoolean,
  readEvmWallet,
  readHandle,
  readHandles,
  readInteger,
  readList,
  readNarratives,
  readRoles,
  readText,
  readWallet,
} from './kol-cells.ts'
import { kolColumns } from './kol-export.ts'

/** One thing wrong with an import file. */
export const KolImportProblem = Type.Object({
  line: Type.Integer({ description: 'Of a CSV the line, of JSON the record, from 1; 0 is the whole file.' }),
  field: Type.String(),
  message: Type.String(),
})

export type KolImportProblem = Readonly<Static<typeof KolImportProblem>>

/** The good records of a file in its order, and every problem of the others. */
export type KolImportResult = { readonly kols: readonly KolImport[]; readonly problems: readonly KolImportProblem[] }

type ImportRow = { readonly line: number; readonly cells: Readonly<Record<string, unknown>> }

/** Where the reading of a file ends: nobody corrects more at once, and each costs memory. */
const PROBLEMS_MAX = 1_000

const REQUIRED = ['rank', 'handle', 'wallet'] as const
// A file may carry `id`, which is ignored: the storage finds a record by its handle.
const KNOWN: ReadonlySet<string> = new Set([...kolColumns, 'id'])

/**
 * Reads a directory file: CSV with a header row, or a JSON array of records. Never throws; every bad cell of every
 * line is reported until there are PROBLEMS_MAX, where the reading ends, and a record with a problem is left out.
 * Whether a file with problems is used is the caller's rule. Handles lose a leading `@` and are unique without regard
 * to case. Two records may share a wallet.
 */
export function parseKolImport(text: string, isEvmAddress: EvmAddressCheck): KolImportResult {
  const source = text.replace(/^\uFEFF/, '')
  const problems: KolImportProblem[] = []
  const kols: KolImport[] = []
  const lineOfHandle = new Map<string, number>()
  for (const row of /^\s*[[{]/.test(source) ? readJsonRows(source) : readCsvRows(source)) {
    if (problems.length >= PROBLEMS_MAX) {
      problems.push({
        line: row.line,
        field: 'file',
        message: `There are ${problems.length} problems before this; from here on it was not read.`,
      })
      break
    }
    if (!('cells' in row)) {
      problems.push(row)
      continue
    }
    const { kol, problems: rowProblems } = readRow(row, isEvmAddress)
    problems.push(...rowProblems)
    const handle = readHandle(row.cells.handle)
    if (handle.problem === undefined) {
      const key = handle.value.toLowerCase()
      const earlier = lineOfHandle.get(key)
      if (earlier !== undefined) {
        problems.push({ line: row.line, field: 'handle', message: `@${handle.value} is already on line ${earlier}` })
        continue
      }
      lineOfHandle.set(key, row.line)
    }
    if (kol) kols.push(kol)
  }
  return { kols, problems: problems.toSorted((a, b) => a.line - b.line) }
}

function readRow({ line, cells }: ImportRow, isEvmAddress: EvmAddressCheck): { kol: KolImport | null; problems: KolImportProblem[] } {
  const problems: KolImportProblem[] = []
  const take = <T>(field: string, cell: Cell<T>, otherwise: T): T => {
    if (cell.problem === undefined) return cell.value
    problems.push({ line, field, message: `${field} ${cell.problem}` })
    return otherwise
  }
  const handle = take('handle', readHandle(cells.handle), '')
  const kol: KolImport = {
    rank: take('rank', readInteger(cells.rank, 1), 1),
    handle,
    displayName: take('displayName', readText(cells.displayName ?? ''), '') || handle,
    aliases: take('aliases', readList(cells.aliases), []),
    wallet: take('wallet', readWallet(cells.wallet), '' as Wallet),
    evmWallet: take('evmWallet', readEvmWallet(cells.evmWallet, isEvmAddress), null),
    followers: take('followers', readInteger(cells.followers === '' ? 0 : (cells.followers ?? 0), 0), 0),
    narratives: take('narratives', readNarratives(cells.narratives), []),
    roles: take('roles', readRoles(cells.roles), []),
    correlated: take('correlated', readHandles(cells.correlated), []),
    verified: take('verified', readBoolean(cells.verified), false),
    optedOut: take('optedOut', readBoolean(cells.optedOut), false),
  }
  return { kol: problems.length === 0 ? kol : null, problems }
}

function* readCsvRows(text: string): Generator<ImportRow | KolImportProblem> {
  const records = readCsv(text)
  const header = records.next().value
  if (!header) return yield wholeFile('The file is empty; a header row is needed.')
  if (header.problem) return yield { line: header.line, field: 'line', message: header.problem }
  const columns = header.fields.map((name) => name.trim())
  const headerProblems = [
    ...REQUIRED.filter((name) => !columns.includes(name)).map((name) => [name, `Column ${name} is missing.`] as const),
    ...columns.filter((name) => !KNOWN.has(name)).map((name) => [name, `Column "${name}" is unknown.`] as const),
    ...columns.filter((name, index) => columns.indexOf(name) < index).map((name) => [name, `Column ${name} is there twice.`] as const),
  ].map(([field, message]) => ({ line: header.line, field, message }))
  if (headerProblems.length > 0) return yield* headerProblems

  for (const { line, fields, problem } of records) {
    if (problem) yield { line, field: 'line', message: problem }
    else if (fields.length !== columns.length)
      yield { line, field: 'line', message: `The line has ${fields.length} fields, the header ${columns.length}.` }
    else yield { line, cells: Object.fromEntries(columns.map((name, index) => [name, fields[index]])) }
  }
}

function* readJsonRows(text: string): Generator<ImportRow | KolImportProblem> {
  let records: unknown
  try {
    records = JSON.parse(text)
  } catch {
    return yield wholeFile('The file starts like JSON and is not valid JSON.')
  }
  if (!Array.isArray(records)) return yield wholeFile('A JSON file must hold one array of records.')
  for (const [index, record] of (records as unknown[]).entries()) {
    const line = index + 1
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      yield { line, field: 'record', message: 'The record is not an object.' }
      continue
    }
    const unknown = Object.keys(record).filter((name) => !KNOWN.has(name))
    for (const field of unknown) yield { line, field, message: `Field "${field}" is unknown.` }
    if (unknown.length === 0) yield { line, cells: record as Record<string, unknown> }
  }
}

const wholeFile = (message: string): KolImportProblem => ({ line: 0, field: 'file', message })
