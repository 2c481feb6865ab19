import { join } from 'node:path'
import { OPERATOR_KEY } from '../support/test-app.ts'

/** A service that kills itself where x-test-kill-at says; `child.exited` tells when it has. */
export interface CrashServer {
  readonly child: Bun.Subprocess<'ignore', 'pipe', 'ignore'>
  readonly url: string
}

/** Starts crash-server.ts with these variables; resolves when it listens. */
export async function spawnCrashServer(env: Record<string, string>): Promise<CrashServer> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'crash-server.ts')], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const { value } = await child.stdout.getReader().read()
  return { child, url: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}` }
}

/** What it answers to the operator. @throws Error for a refusal */
export async function callAsOperator(
  { url }: Pick<CrashServer, 'url'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, any>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-svc-api-key': OPERATOR_KEY, 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    keepalive: false,
  })
  const answer = (await response.json()) as Record<string, any>
  if (response.status >= 400) throw new Error(`${method} ${path} answered ${response.status}: ${answer.detail}`)
  return answer
}
