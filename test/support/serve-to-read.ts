import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledMain } from './bundled-main.ts'
import { OPERATOR_KEY } from './test-app.ts'

/** Every file below a folder, its name and its bytes. */
export const filesOf = (path: string): [string, Buffer][] =>
  readdirSync(path).flatMap((name): [string, Buffer][] => {
    const file = join(path, name)
    return statSync(file).isDirectory() ? filesOf(file) : [[file, readFileSync(file)]]
  })

/** The service in a process of its own; `end` stops it, and hands over all that it wrote: its files by name, and its log. */
export async function serveToRead(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'secret-'))
  const child = Bun.spawn([process.execPath, await bundledMain(), 'serve'], {
    env: { DATA_DIR: folder, OPERATOR_API_KEY: OPERATOR_KEY, LOG_LEVEL: 'debug', PORT: '0', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let log = ''
  const { promise: listening, resolve } = Promise.withResolvers<string>()
  const reading = (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      log += chunk
      const url = /"url":"([^"]+)"/.exec(log)?.[1]
      if (url) resolve(url)
    }
  })()
  return {
    url: await listening,
    async end(): Promise<{ readonly log: string; readonly written: readonly [string, Buffer][] }> {
      child.kill('SIGTERM')
      await child.exited
      await reading
      log += await new Response(child.stderr).text()
      const written: [string, Buffer][] = [...filesOf(folder), ['the log', Buffer.from(log)]]
      rmSync(folder, { recursive: true, force: true })
      return { log, written }
    },
  }
}
