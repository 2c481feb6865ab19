import { abortAfter } from '../../adapters/abort-after.ts'
import { createSystemTimers } from '../../adapters/system-timers.ts'
import { readConfig } from '../../config/read-config.ts'
import { ownAddress } from '../own-address.ts'
import { print } from '../print.ts'
import type { Environment } from '../../config/environment.ts'

const ANSWER_MS = 4_000

/** `health`: 0 when the service of this configuration answers on its own address. */
export async function health(_args: readonly string[], env: Environment): Promise<number> {
  const url = `${ownAddress(readConfig(env).server)}/healthz`
  try {
    // The certificate is not verified: it is for the public name, and this connects by the machine's own address.
    const answer = await fetch(url, { signal: abortAfter(createSystemTimers(), ANSWER_MS), tls: { rejectUnauthorized: false } })
    if (answer.ok) {
      print(`alive: ${url}`)
      return 0
    }
    process.stderr.write(`${url} answers ${answer.status}\n`)
  } catch {
    process.stderr.write(`${url} does not answer: see the log of the service, and \`agent-launch doctor\`.\n`)
  }
  return 1
}
