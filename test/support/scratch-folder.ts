import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own, removed once `using` ends. */
export function scratchFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'agent-launch-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
