import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Environment } from '../environment.ts'
import { Unfit, type Variable } from '../variable.ts'

const PREFIX = 'file:'
/** No secret is longer. */
const BYTES_MAX = 65_536
const [ANYONE_ELSE, ANYONE_ELSE_BUT_GROUP_READS] = [0o077, 0o037]

/** True for the setting of a secret that is kept in a file. */
export const isInFile = ({ secret }: Pick<Variable, 'secret'>, text: string): boolean =>
  (secret === 'key' || secret === 'text') && text.startsWith(PREFIX)

/**
 * The secret in the file of `file:PATH`, trimmed.
 *
 * @throws Unfit when it cannot be read, is no plain file, is empty or too long, or others than its owner may read it
 */
export function readSecretFile(env: Environment, name: string, text: string): string {
  const path = text.slice(PREFIX.length)
  const { content, mode } = read(name, path)
  // systemd gives its credentials to the service by an access list, which shows as the group's right to read.
  const isCredential = env.CREDENTIALS_DIRECTORY !== undefined && dirname(path) === env.CREDENTIALS_DIRECTORY
  if ((mode & (isCredential ? ANYONE_ELSE_BUT_GROUP_READS : ANYONE_ELSE)) !== 0)
    throw new Unfit(`${name}: others than its owner may use the file ${path}: chmod 0600`)
  if (content === '') throw new Unfit(`${name}: the file ${path} is empty`)
  return content
}

function read(name: string, path: string): { readonly content: string; readonly mode: number } {
  let file: number | null = null
  try {
    // A pipe without a writer would hold up the start for ever.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > BYTES_MAX) throw new Unfit(`${name}: ${path} is not the file of a secret`)
    return { content: readFileSync(file, 'utf8').trim(), mode: stat.mode }
  } catch (error) {
    if (error instanceof Unfit) throw error
    throw new Unfit(`${name}: the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  } finally {
    if (file !== null) closeSync(file)
  }
}
