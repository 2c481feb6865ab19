import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '../../../src/commands/start-server.ts'
import { readConfig } from '../../../src/config/read-config.ts'
import { toBase64 } from '../../../src/lib/bytes.ts'
import { PAY_TO } from '../../support/payment-bank.ts'
import { CREW_WALLETS, newPerson, OPERATOR_KEY, pngBytes } from '../../support/test-app.ts'
import { type BaseNode, FACILITATOR_KEY } from './base-node.ts'

/** Both forms of a facilitator. */
export const FORMS = ['a facilitator by its URL', 'the facilitator in the process'] as const

/** What switches payments on in that form. */
export const paymentEnv = (form: (typeof FORMS)[number], node: BaseNode, facilitatorUrl: string): Record<string, string> => ({
  X402_PAY_TO: PAY_TO,
  BASE_RPC_URL: node.url,
  // Gas on this node costs a hundred times what it does on Base.
  X402_DAILY_GWEI: '900000000',
  X402_METHODS: 'eip3009,permit2,upto',
  ...(form === FORMS[0] ? { X402_FACILITATOR_URL: facilitatorUrl } : { X402_FACILITATOR_KEY: FACILITATOR_KEY }),
})

export interface Reply {
  readonly status: number
  readonly body: any
  readonly headers: Headers
}

/** A service that listens, and a way to call it. */
export interface PaidService {
  readonly url: string
  readonly server: RunningServer
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** How many payments are in each state. */
  states(): Promise<Record<string, number>>
  stop(): Promise<void>
}

/** Calls a service and reads the answer. */
export async function callService(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    keepalive: false,
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
}

/** Starts a whole service on a free port of loopback, in simulated mode, with these settings. */
export async function startPaidService(env: Record<string, string>): Promise<PaidService> {
  const folder = mkdtempSync(join(tmpdir(), 'paid-service-'))
  const server = await startServer(
    { env: {} },
    readConfig({ PORT: '0', DATA_DIR: folder, OPERATOR_API_KEY: OPERATOR_KEY, LOG_LEVEL: 'silent', ...env }),
  )
  return {
    url: server.url,
    server,
    call: (method, path, body, headers) => callService(server.url, method, path, body, headers),
    states: async () => Object.fromEntries(await server.deps.storage.payments.countByState()),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A coin to launch, and the launcher's secret as a header. */
export function newCoin(changes: Record<string, unknown> = {}) {
  const launcher = newPerson()
  const body = {
    name: 'Paid Frog',
    ticker: 'PFROG',
    imageBase64: toBase64(pngBytes()),
    crew: [{ handle: 'a', wallet: CREW_WALLETS[0]!, share: 100 }],
    launcherPubkey: launcher.wallet,
    ...changes,
  }
  return { body, launcherHeader: { 'x-launcher-key': launcher.secret } }
}
