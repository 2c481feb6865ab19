import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, median } from './figure.ts'

const STARTS = 9
const IDLE_MS = 2_000

/** Spawn to first 200, and memory at rest, of the built executable (or of the source, when there is none). */
export async function benchColdStart(): Promise<Figure[]> {
  const binary = join(import.meta.dir, '../dist/agent-launch')
  const command = existsSync(binary) ? [binary, 'serve'] : [process.execPath, join(import.meta.dir, '../src/main.ts'), 'serve']
  const what = existsSync(binary) ? 'executable' : 'source; build first for the executable'
  const times: number[] = []
  const residentMiB: number[] = []
  const spentMs: number[] = []
  for (let n = 0; n < STARTS; n += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-start-'))
    const startedMs = performance.now()
    const child = Bun.spawn(command, { env: { DATA_DIR: folder, PORT: '0' }, stdout: 'pipe', stderr: 'inherit' })
    const { value } = await child.stdout.getReader().read()
    const { url } = JSON.parse(new TextDecoder().decode(value).split('\n')[0]!) as { url: string }
    if (!(await fetch(`${url}/healthz`)).ok) throw new Error('the service does not answer')
    times.push(performance.now() - startedMs)
    spentMs.push(processorMs(child.pid))
    if (n === 0) await Bun.sleep(IDLE_MS)
    residentMiB.push(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024)
    child.kill('SIGKILL')
    await child.exited
    rmSync(folder, { recursive: true })
  }
  return [
    { name: `cold start to first 200 (${what})`, figure: median(times), unit: 'ms', budget: '60' },
    { name: 'cold start, processor time of all threads', figure: median(spentMs), unit: 'ms', budget: 'none' },
    { name: 'idle memory', figure: residentMiB[0]!, unit: 'MiB RSS', budget: '80' },
  ]
}

/** What the threads of a process have run so far: a busy machine makes a start late, and adds little to this. */
function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
  return threads.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1_000_000, 0)
}
