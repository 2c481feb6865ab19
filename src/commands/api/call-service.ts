import { QUOTED_WORDS } from '../../domain/text/strangers-words.ts'
import type { Secret } from '../../lib/secret.ts'
import { type AgentLaunchClient, ApiError, createClient, type Problem } from '../../../clients/typescript/src/agent-launch-client.ts'
import { print } from '../print.ts'
import { CommandMisused } from './command-misused.ts'
import { keyFileOf } from './key-file.ts'
import { readSecret } from './read-secret.ts'
import { printable, textTable } from './text-table.ts'
import type { Environment } from '../../config/environment.ts'

/** What a command of the API ends with, beside 0, and 2 for what it did not understand. */
export const EXIT = { refused: 1, notLocked: 3, noAnswer: 4 } as const

/** Options of every command that calls a service. */
export const SERVICE_OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

/** The values of these options. */
export interface ServiceValues {
  readonly url?: string | undefined
  readonly key?: string | undefined
  readonly json: boolean
}

/** A service, and how to tell what it answered. */
export interface ServiceCall {
  readonly url: string
  readonly client: AgentLaunchClient
  readonly json: boolean
  /** To people, on standard error, so that the answer alone is on standard output. */
  say(line: string): void
  /** The answer: as one line of JSON, or as lines for people. */
  answer(value: object, lines: readonly string[]): void
  /** A table to people; nothing with --json. */
  table(head: readonly string[], rows: readonly (readonly string[])[]): void
}

/** How long what may be asked twice is asked again while no answer comes: somebody waits. */
const REPEAT_FOR_MS = 20_000

/** No answer came: nothing is known of what was asked. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** The service that is called: --url, BASE_URL, or one on this machine. */
export const serviceUrl = ({ url }: Pick<ServiceValues, 'url'>, env: Environment): string =>
  url ?? (env.BASE_URL?.trim() || `http://127.0.0.1:${env.PORT?.trim() || '3000'}`)

/**
 * Does the work with a client of the service and answers its exit code; what went wrong is told in a sentence, or as the problem in
 * JSON. `withoutKey` is for what needs none; a key of the service is sent where there is one. `quotes` is for answers with words of
 * strangers, of which a program that reads them is told.
 */
export async function callService(
  env: Environment,
  values: ServiceValues,
  work: (call: ServiceCall) => Promise<number>,
  { withoutKey = false, quotes = false } = {},
): Promise<number> {
  const { json } = values
  try {
    const url = serviceUrl(values, env)
    const apiKey = withoutKey ? null : await keyFor(env, url, values.key)
    const say = (line: string) => void (json || process.stderr.write(`${printable(line)}\n`))
    const answer = (value: object, lines: readonly string[]) =>
      json ? print(JSON.stringify(value)) : lines.forEach((line) => print(printable(line)))
    const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
      json ? undefined : textTable(head, rows).forEach(print)
    const client = clientOf(url, apiKey, say)
    const code = await work({ url, client, json, say, answer, table })
    if (quotes && !process.stdout.isTTY) process.stderr.write(`${QUOTED_WORDS}\n`)
    return code
  } catch (error) {
    if (error instanceof CommandMisused) return fail(error.message, 2)
    if (error instanceof NoAnswer) return fail(error.message, EXIT.noAnswer)
    if (!(error instanceof ApiError)) throw error
    if (json) print(JSON.stringify(error.problem))
    return fail(problemText(error.problem), EXIT.refused)
  }
}

/** Refuses two secrets that would both come from standard input. @throws CommandMisused when they would */
export function oneFromStdin(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === '-').length > 1) throw new CommandMisused('Only one of them can come from standard input.')
}

function clientOf(url: string, apiKey: Secret<string> | null, say: ServiceCall['say']): AgentLaunchClient {
  let failed = false
  const send = async (request: Request): Promise<Response> => {
    try {
      return await fetch(request)
    } catch (cause) {
      if (!failed) say(`${url} does not answer.`)
      failed = true
      throw new NoAnswer(
        `No answer came from ${url}, and nothing is known of what was asked: ask again. Is it running, and is --url right?`,
        {
          cause,
        },
      )
    }
  }
  try {
    return createClient({ baseUrl: url, fetch: send, repeatForMs: REPEAT_FOR_MS, ...(apiKey === null ? {} : { apiKey: apiKey.reveal() }) })
  } catch {
    throw new CommandMisused(
      'The address of the service (--url or BASE_URL) must begin with https://, or be http:// on this machine, without a user name.',
    )
  }
}

/** The key of this service, in the named file or where `key claim` keeps it; null without any. @throws CommandMisused when empty */
export async function keyFor(env: Environment, url: string, named: string | undefined): Promise<Secret<string> | null> {
  const path = named ?? (URL.canParse(url) ? keyFileOf(url, env) : null)
  if (path === null || (named === undefined && !(await Bun.file(path).exists()))) return null
  return readSecret(path)
}

function problemText({ code, detail, fix, errors = [] }: Problem): string {
  const fields = errors.map(({ path, message }) => `\n  ${path} ${message}`).join('')
  const claim = code === 'api_key_invalid' ? ' `agent-launch key claim` gets a key of this service.' : ''
  return `${detail} ${fix}${claim}${fields} (${code})`
}

function fail(text: string, exitCode: number): number {
  process.stderr.write(`${text.split('\n').map(printable).join('\n')}\n`)
  return exitCode
}
