import type { Timers } from '../../ports/clock.ts'
import { abortAfter } from '../abort-after.ts'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { PrivateKeyAccount } from 'viem'
import { matchesSchema } from '../../domain/text/schema-kinds.ts'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import type { AcpMessage } from '../../ports/acp.ts'

const TIMEOUT_MS = 10_000
/** A history may have pictures in it. */
const BYTES_MAX = 32 * 1024 * 1024
/** A token that expires sooner is renewed. */
const RENEW_MS = 60_000
/** One that does not say when it expires is used so long. */
const UNTOLD_MS = 600_000

const Token = Type.Object({ data: Type.Object({ token: Type.String({ minLength: 1, maxLength: 8_192 }) }) })
const Jobs = Type.Object({ jobs: Type.Optional(Type.Array(Type.Object({ chainId: Type.Number(), onChainJobId: Type.String() }))) })
const History = Type.Object({ entries: Type.Array(Type.Object({ kind: Type.String() })) })
const Entry = Type.Object({ kind: Type.Literal('message'), from: Type.String(), contentType: Type.String(), content: Type.String() })
const JobView = Type.Object({ data: Type.Union([Type.Null(), Type.Object({ deliverable: Type.Union([Type.String(), Type.Null()]) })]) })

/** A job's number in an address. */
const JOB_ID = /^\d{1,78}$/

/** The message service of the marketplace, and who we are there. */
export interface AcpMessagesOptions {
  readonly timers: Timers
  readonly url: string
  readonly chainId: number
  readonly account: PrivateKeyAccount
  /** The machine's time: tokens are of the real world. */
  readonly nowMs: () => UnixMs
}

/** Calls of the message service, each with a token of our signature. An error names no address and repeats nothing that was answered. */
export function createAcpMessages({ timers, url, chainId, account, nowMs }: AcpMessagesOptions) {
  let token: { readonly text: string; readonly untilMs: UnixMs } | null = null

  const request = async (path: string, init: RequestInit): Promise<Response> =>
    fetch(`${url}${path}`, { ...init, redirect: 'error', signal: abortAfter(timers, TIMEOUT_MS) }).catch(() => {
      throw new Error('the marketplace does not answer')
    })
  const signIn = async (): Promise<void> => {
    if (token && token.untilMs - nowMs() > RENEW_MS) return
    const issuedAtMs = nowMs()
    const signature = await account.signTypedData({
      domain: { name: 'ACP', version: '1', chainId },
      types: {
        AgentAuth: [
          { name: 'wallet', type: 'address' },
          { name: 'chainId', type: 'uint256' },
          { name: 'issuedAt', type: 'uint256' },
        ],
      },
      primaryType: 'AgentAuth',
      message: { wallet: account.address, chainId: BigInt(chainId), issuedAt: BigInt(issuedAtMs) },
    })
    const body = JSON.stringify({ walletAddress: account.address, signature, issuedAt: issuedAtMs, chainId })
    token = null
    const response = await request('/auth/agent', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { data } = await readAs(Token, response, 'sign in')
    token = { text: data.token, untilMs: expiresAtMs(data.token) ?? unixMs(issuedAtMs + UNTOLD_MS) }
  }
  const call = async (path: string, body?: object): Promise<Response> => {
    for (let tries = 1; ; tries += 1) {
      await signIn()
      const response = await request(path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token!.text}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (response.status !== 401) return response
      token = null
      if (tries === 2) throw new Error('the marketplace refuses our signature')
    }
  }
  const post = async (path: string, body: object): Promise<void> => {
    const { ok, status } = await call(path, body)
    if (!ok) throw new Error(`the marketplace answers ${status}`)
  }
  const of = (jobId: string): string => {
    if (!JOB_ID.test(jobId)) throw new Error('not the number of a job')
    return `${chainId}/${jobId}`
  }
  return {
    signIn,
    signedIn: () => token !== null && token.untilMs > nowMs(),
    async activeJobs(): Promise<readonly string[]> {
      const { jobs = [] } = await readAs(Jobs, await call('/jobs'), 'jobs')
      return jobs.filter((job) => job.chainId === chainId && JOB_ID.test(job.onChainJobId)).map(({ onChainJobId }) => onChainJobId)
    },
    async messages(jobId: string): Promise<readonly AcpMessage[]> {
      const { entries } = await readAs(History, await call(`/chats/${of(jobId)}/history`), 'history')
      return entries
        .filter((entry): entry is Static<typeof Entry> => matchesSchema(Entry, entry))
        .map(({ from, contentType, content }) => ({ from, kind: contentType, content }))
    },
    say: (jobId: string, content: string) => post(`/chats/${of(jobId)}/message`, { content, contentType: 'text' }),
    async deliverable(jobId: string): Promise<string | null> {
      return (await readAs(JobView, await call(`/jobs/${of(jobId)}`), 'job')).data?.deliverable ?? null
    },
    handIn: (jobId: string, deliverable: string) => post(`/jobs/${of(jobId)}/deliverable`, { deliverable }),
  }
}

/** @throws Error for another status, an answer that is too long, and one of another shape */
async function readAs<Schema extends TSchema>(schema: Schema, response: Response, what: string): Promise<Static<Schema>> {
  if (!response.ok) throw new Error(`the marketplace answers ${response.status} to ${what}`)
  if (Number(response.headers.get('content-length') ?? 0) > BYTES_MAX) throw new Error(`the marketplace answers too much to ${what}`)
  const value: unknown = await response.json().catch(() => null)
  if (!matchesSchema(schema, value)) throw new Error(`not an answer to ${what}`)
  return value
}

/** When a token expires by its own word; null where it has none. */
function expiresAtMs(token: string): UnixMs | null {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { readonly exp?: unknown }
    return typeof exp === 'number' ? unixMs(exp * 1_000) : null
  } catch {
    return null
  }
}
