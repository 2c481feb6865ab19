import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const suite = join(dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js')

/** Runs what the suite requires of a server of revision 2026-07-28; zero is the exit code when all but what is left out passed. */
export async function runConformance(url: string, leftOut: string | null): Promise<{ exitCode: number; report: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'))
  const expected = leftOut === null ? [] : ['--expected-failures', leftOut]
  const command = [process.execPath, suite, 'server', '--url', url, '--requirements', '2026-07-28', '-o', folder, ...expected]
  const run = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const [out, err, exitCode] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text(), run.exited])
  await rm(folder, { recursive: true })
  return { exitCode, report: out + err }
}

/** An authorization server, and a client of it that may be sent back to `/callback` at this port of loopback. */
interface AuthorizationRun {
  readonly url: string
  readonly clientId: string
  readonly resource: string
  readonly callbackPort: number
}

/** Runs what the suite asks of an authorization server; `visit` does what a person does at the page that the suite names. */
export async function runAuthorizationConformance(
  { url, clientId, resource, callbackPort }: AuthorizationRun,
  visit: (page: URL) => Promise<void>,
): Promise<{ exitCode: number; report: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'oauth-conformance-'))
  const client = ['--client-id', clientId, '--resource', resource, '--port', String(callbackPort)]
  const command = [process.execPath, suite, 'authorization', '--url', url, '-o', folder, ...client]
  const run = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const errors = new Response(run.stderr).text()
  const decoder = new TextDecoder()
  let [report, visited] = ['', false]
  for await (const bytes of run.stdout) {
    report += decoder.decode(bytes, { stream: true })
    const page = /^(http\S+\/oauth\/authorize\?\S+)\n/m.exec(report)?.[1]
    if (page === undefined || visited) continue
    visited = true
    await visit(new URL(page))
  }
  const exitCode = await run.exited
  await rm(folder, { recursive: true })
  return { exitCode, report: report + (await errors) }
}
