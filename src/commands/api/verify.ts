import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { abortAfter } from '../../adapters/abort-after.ts'
import { createSystemTimers } from '../../adapters/system-timers.ts'
import type { PublicJwk } from '../../domain/a2a/public-jwk.ts'
import { checkReceipt } from '../../domain/receipt/check-receipt.ts'
import { checkTransactions } from '../../domain/receipt/check-transactions.ts'
import { receiptCrypto } from '../../lib/signatures/receipt-crypto.ts'
import { print } from '../print.ts'

const ANSWER_MS = 15_000

/**
 * `verify FILE`: a line for each check of a receipt; 0 when all hold, 1 otherwise. Asks nobody but the addresses of --keys and --rpc.
 */
export async function verify(args: readonly string[]): Promise<number> {
  const options = { rpc: { type: 'string' }, keys: { type: 'string' }, json: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) {
    process.stderr.write('Say verify FILE, the receipt of GET /api/coins/{mint}/receipt.\n')
    return 2
  }
  const bytes = readFileSync(file === '-' ? '/dev/stdin' : file)
  const trusted = values.keys === undefined ? null : await readKeys(values.keys)
  const offline = await checkReceipt(receiptCrypto, bytes, trusted)
  const sound = offline.every(({ ok }) => ok)
  const { rpc } = values
  const checks = [...offline, ...(rpc !== undefined && sound ? [await checkTransactions((call) => ask(rpc, call), bytes)] : [])]
  const ok = checks.every((check) => check.ok)
  if (values.json) print(JSON.stringify({ ok, checks }))
  else for (const check of checks) print(`${check.ok ? 'ok    ' : 'FAILED'}  ${check.name.padEnd(12)}  ${check.text}`)
  return ok ? 0 : 1
}

async function readKeys(source: string): Promise<readonly PublicJwk[]> {
  const text = /^https?:\/\//.test(source) ? await (await fetchInTime(source)).text() : readFileSync(source, 'utf8')
  const { keys } = JSON.parse(text) as { readonly keys?: readonly PublicJwk[] }
  if (!Array.isArray(keys)) throw new Error('--keys is no list of keys as /.well-known/jwks.json has it.')
  return keys as readonly PublicJwk[]
}

const fetchInTime = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, signal: abortAfter(createSystemTimers(), ANSWER_MS) })

/** What the node answers to a call of JSON-RPC. @throws Error when it answers none */
async function ask(rpc: string, call: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
  const answer = await fetchInTime(rpc, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result } = (await answer.json()) as { readonly result?: unknown }
  if (result === undefined) throw new Error('the node of --rpc does not answer')
  return result
}
