import { existsSync } from 'node:fs'
import { join } from 'node:path'

const PYTHON = join(import.meta.dir, '../../node_modules/.cache/python-clients/bin/python')
const PROGRAMS = join(import.meta.dir, '../package/python')

/** False where the Python clients are not installed; the run says so. */
export function hasPythonClients(): boolean {
  if (existsSync(PYTHON)) return true
  console.warn('The Python clients are not run: `bun run python:clients` installs them (in node_modules/.cache).')
  return false
}

/** The JSON that a program of test/package/python prints last. @throws Error with what it said instead */
export async function runPython(program: string, env: Record<string, string>): Promise<any> {
  const child = Bun.spawn([PYTHON, '-B', join(PROGRAMS, program)], { env, stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${err.slice(-2_000)}`)
  return JSON.parse(out.trim().split('\n').at(-1)!)
}
