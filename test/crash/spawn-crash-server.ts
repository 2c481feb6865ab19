import { join } from 'node:path'

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
