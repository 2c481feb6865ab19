import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledMain } from './bundled-main.ts'

/** A server in a process of its own, which can be killed without warning. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** True once a line of its log with this message was read; what it logged before it ended is all read when `stop` or `kill` resolves. */
  logged(message: string): boolean
  /** SIGKILL; resolves when the process is gone and its log is read. */
  kill(): Promise<void>
  /** SIGTERM; resolves to its exit code when its log is read. */
  stop(): Promise<number>
}

/** A new empty folder for data, and how to remove it. */
export function temporaryDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-launch-test-'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** New empty folders for data, as many as asked for, and how to remove them all. */
export function temporaryDataDirs(): { next: () => string; removeAll: () => void } {
  const removes: (() => void)[] = []
  const next = () => {
    const { dataDir, remove } = temporaryDataDir()
    removes.push(remove)
    return dataDir
  }
  return { next, removeAll: () => removes.forEach((remove) => remove()) }
}

/** Starts this program, or an executable, on a free port of loopback; resolves when it listens. */
export async function startServerProcess(env: Record<string, string>, executable?: string): Promise<ServerProcess> {
  const child = Bun.spawn([...(executable === undefined ? [process.execPath, await bundledMain()] : [executable]), 'serve'], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...env },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  const read = (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const url = /"url":"(http:[^"]+)"/.exec(text)?.[1]
      if (url) resolve(url)
    }
    reject(new Error(`the server ended before it listened: ${text}`))
  })()
  const url = await listening
  return {
    url,
    pid: child.pid,
    logged: (message) => text.includes(`"message":${JSON.stringify(message)}`),
    async kill() {
      child.kill('SIGKILL')
      await child.exited
      await read
    },
    async stop() {
      child.kill('SIGTERM')
      const code = await child.exited
      await read
      return code
    },
  }
}
