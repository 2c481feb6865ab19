import { fromBase58 } from '../../lib/bytes.ts'
import type { Wallet } from '../brands.ts'
import { HIRE_ROLES, type HireRole } from '../crew/crew.ts'
import { countText } from '../money/figure-text.ts'
import { hiddenProblem } from '../text/hidden-characters.ts'
import { listSeparator } from './kol-export.ts'

/** A cell that was read, or why it could not be. */
export type Cell<T> = { readonly value: T; readonly problem?: undefined } | { readonly problem: string }

/** Tells a checksummed EVM address from a mistyped one; passed in, since the domain has no keccak. */
export type EvmAddressCheck = (address: string) => boolean

const HANDLE = /^[A-Za-z0-9_.-]{1,32}$/
const CONTROL = /\p{Cc}/u
const TEXT_CHARACTERS_MAX = 64
const LIST_ENTRIES_MAX = 32
/** What is looked at of a text whose blanks become one space. */
const TEXT_READ_MAX = 4_096
/** What is split of a list that is one text, and read of one that is an array. */
const LIST_READ_MAX = 16_384
const LIST_ENTRIES_READ_MAX = 1_024
const FOLLOWERS_MAX = 10_000_000_000
const PUBLIC_KEY_BYTES = 32
// The system program: the address of 32 zero bytes, from which nobody can spend.
const SYSTEM_PROGRAM = '11111111111111111111111111111111'

/** A handle as written, without its leading `@`. */
export function readHandle(raw: unknown): Cell<string> {
  const handle = asText(raw).replace(/^@/, '')
  if (handle === '') return { problem: 'is missing' }
  return HANDLE.test(handle) ? { value: handle } : { problem: `"${clip(handle)}" is not 1 to 32 letters, digits, "_", "." or "-"` }
}

/** A one-line text of at most 64 characters; line breaks and runs of blanks become one space. */
export function readText(raw: unknown): Cell<string> {
  if (typeof raw !== 'string') return { problem: 'is not a text' }
  if (raw.length > TEXT_READ_MAX) return { problem: `has ${raw.length} characters, at most ${TEXT_CHARACTERS_MAX} fit` }
  const text = raw.replace(/\s+/gu, ' ').trim()
  if (CONTROL.test(text)) return { problem: 'holds a control character' }
  const hidden = hiddenProblem(text)
  if (hidden !== null) return { problem: hidden }
  const length = [...text].length
  return length > TEXT_CHARACTERS_MAX ? { problem: `has ${length} characters, at most ${TEXT_CHARACTERS_MAX} fit` } : { value: text }
}

/** A base58 Solana address of 32 bytes. Off-curve addresses pass: a multisig vault is one. */
export function readWallet(raw: unknown): Cell<Wallet> {
  const wallet = asText(raw)
  if (wallet === '') return { problem: 'is missing' }
  if (wallet.length > 44 || fromBase58(wallet)?.length !== PUBLIC_KEY_BYTES)
    return { problem: `"${clip(wallet)}" is not a base58 address of ${PUBLIC_KEY_BYTES} bytes` }
  return wallet === SYSTEM_PROGRAM ? { problem: 'is the system program, which nobody can spend from' } : { value: wallet as Wallet }
}

/** An EVM address that `check` accepts, or null when the cell is empty. */
export function readEvmWallet(raw: unknown, check: EvmAddressCheck): Cell<string | null> {
  const address = asText(raw)
  if (address === '') return { value: null }
  return check(address) ? { value: address } : { problem: `"${clip(address)}" is not an EVM address with a right checksum` }
}

/** A whole number written with digits only, between `min` and ten billion. */
export function readInteger(raw: unknown, min: number): Cell<number> {
  const text = asText(raw)
  if (text === '') return { problem: 'is missing' }
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= FOLLOWERS_MAX) return { value }
  return { problem: `"${clip(text)}" is not a whole number from ${min} to ${countText(FOLLOWERS_MAX)}` }
}

/** true or false; also 1, 0, yes and no. An empty cell is false. */
export function readBoolean(raw: unknown): Cell<boolean> {
  const text = asText(raw).toLowerCase()
  if (['true', '1', 'yes'].includes(text)) return { value: true }
  if (['', 'false', '0', 'no'].includes(text)) return { value: false }
  return { problem: `"${clip(text)}" is neither true nor false` }
}

/** Distinct texts, from an array or from one text separated by `|`. Empty items are dropped. */
export function readList(raw: unknown): Cell<string[]> {
  if (raw === undefined || raw === null) return { value: [] }
  if (typeof raw !== 'string' && !Array.isArray(raw)) return { problem: 'is not a list' }
  const size = raw.length
  if (size > (typeof raw === 'string' ? LIST_READ_MAX : LIST_ENTRIES_READ_MAX))
    return { problem: `is too long to be ${LIST_ENTRIES_MAX} items` }
  const items = new Map<string, string>()
  for (const item of typeof raw === 'string' ? raw.split(listSeparator) : raw) {
    const text = readText(item)
    if (text.problem !== undefined) return { problem: `holds an item that ${text.problem}` }
    if (text.value.includes(listSeparator)) return { problem: `holds "${text.value}"; "${listSeparator}" only separates items` }
    const key = text.value.toLowerCase()
    if (key !== '' && !items.has(key)) items.set(key, text.value)
  }
  return items.size > LIST_ENTRIES_MAX
    ? { problem: `has ${items.size} items, at most ${LIST_ENTRIES_MAX} fit` }
    : { value: [...items.values()] }
}

/** Distinct lower-case narratives. */
export function readNarratives(raw: unknown): Cell<string[]> {
  const list = readList(raw)
  return list.problem === undefined ? { value: list.value.map((item) => item.toLowerCase()) } : list
}

/** Distinct hire roles. */
export function readRoles(raw: unknown): Cell<HireRole[]> {
  const list = readList(raw)
  if (list.problem !== undefined) return list
  const roles: HireRole[] = []
  for (const item of list.value) {
    const role = HIRE_ROLES.find((known) => known === item.toLowerCase())
    if (!role) return { problem: `holds "${clip(item)}"; the roles are ${HIRE_ROLES.join(', ')}` }
    roles.push(role)
  }
  return { value: roles }
}

/** Distinct handles, without their leading `@`. */
export function readHandles(raw: unknown): Cell<string[]> {
  const list = readList(raw)
  if (list.problem !== undefined) return list
  const handles = [...new Set(list.value.map((item) => item.replace(/^@/, '')))]
  const bad = handles.find((handle) => !HANDLE.test(handle))
  return bad === undefined ? { value: handles } : { problem: `holds "${clip(bad)}", which is not a handle` }
}

const asText = (raw: unknown) => (typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? String(raw).trim() : '')

const clip = (text: string) => (text.length > 48 ? `${text.slice(0, 48)}…` : text)
