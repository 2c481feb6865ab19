import { AppError } from '../../domain/errors.ts'

/** Names that can only mean a secret, in lower case without dashes and underscores. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'launcherkey',
  'xlauncherkey',
  'launchersecret',
  'privatekey',
  'secretkey',
  'secret',
  'keypair',
  'mnemonic',
  'seed',
  'seedphrase',
  'recoveryphrase',
])

/** Words by which proxies name headers of their own. */
const NO_HEADERS: ReadonlySet<string> = new Set(['secret', 'seed'])

const worded = (name: string): string => name.toLowerCase().replaceAll(/[-_\s]/g, '')

/** True for a header but `x-launcher-key` whose name can only mean a secret. */
function isSecretHeader(name: string): boolean {
  const word = worded(name.replace(/^x-(svc-)?/, ''))
  return name !== 'x-launcher-key' && SECRET_NAMES.has(word) && !NO_HEADERS.has(word)
}

/** Names of harmless headers that are remembered: all that common clients and proxies send. */
const HARMLESS_MAX = 200
const HARMLESS_CHARACTERS_MAX = 60

/** True for a name that can only mean a secret, in any case, with or without dashes and underscores. */
export const isSecretName = (name: string): boolean => SECRET_NAMES.has(worded(name))

/** The refusal of a secret at this JSON pointer, with the warning to take it as exposed. */
export const secretRefused = (path: string): AppError =>
  new AppError('secret_in_body', { path }, { fields: [{ path, message: 'must not be sent' }] })

/**
 * What returns for a request with no launcher secret in its query, nor in a header but `x-launcher-key`: those are written into logs on
 * the way. It throws AppError secret_in_body, with the name and never its value.
 */
export function createSecretsCheck(): (request: Pick<Request, 'url' | 'headers'>) => void {
  const harmless = new Set<string>()
  return ({ url, headers }) => {
    const start = url.indexOf('?')
    if (start >= 0) {
      for (const name of new URLSearchParams(url.slice(start)).keys()) if (isSecretName(name)) throw secretRefused(`/query/${name}`)
    }
    for (const name of headers.keys()) {
      if (harmless.has(name)) continue
      if (isSecretHeader(name)) throw secretRefused(`/headers/${name}`)
      if (harmless.size < HARMLESS_MAX && name.length <= HARMLESS_CHARACTERS_MAX) harmless.add(name)
    }
  }
}
