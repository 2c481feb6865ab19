import { join } from 'node:path'

const CLIENT = join(import.meta.dir, '../../../clients/typescript')

/** How a command ended, and what it printed. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command in this folder, to its end. */
export async function run(command: readonly string[], cwd: string): Promise<Ran> {
  const child = Bun.spawn([...command], { cwd, stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  return { code, out, err }
}

/** Packs the typed client into this folder, and returns the path of the file. @throws Error with what npm said instead */
export async function packClient(npm: string, folder: string): Promise<string> {
  const { code, out, err } = await run([npm, 'pack', '--silent', '--pack-destination', folder], CLIENT)
  if (code !== 0) throw new Error(`npm pack failed: ${err}`)
  return join(folder, out.trim().split('\n').at(-1)!)
}

/** True for what a package manager says where its registry cannot be reached. */
export const isOutOfReach = (text: string): boolean => /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET/.test(text)
