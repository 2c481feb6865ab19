import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCommit } from '../../config/build-commit.ts'
import { toBase58, toBase64 } from '../../lib/bytes.ts'
import { type KeyPair, newKeyPair } from '../../lib/ed25519.ts'
import type { Secret } from '../../lib/secret.ts'
import type { RandomBytes } from '../../ports/clock.ts'
import { print } from '../print.ts'
import { demoPicture } from './demo-picture.ts'

/** What the walk left behind. */
export interface Walked {
  readonly mint: string
  readonly apiKey: Secret<string>
  /** Where a person reads the plan that nobody has approved yet. */
  readonly waitingUrl: string
}

/** The running demo. */
export interface Demo {
  readonly url: string
  readonly dataDir: string
  readonly operatorKey: string
  readonly approver: KeyPair
  readonly randomBytes: RandomBytes
}

/** How this program is started: by the same words the commands below can be pasted. */
const program = (): string => (buildCommit() === 'dev' ? 'npx bun@1.4.5 src/main.ts' : process.execPath)

/** Prints what to look at, and two commands that work as they stand; the files that they name go with the data folder. */
export function printWhatNext({ url, dataDir, operatorKey, approver, randomBytes }: Demo, { mint, apiKey, waitingUrl }: Walked): void {
  const file = (name: string, text: string): string => {
    writeFileSync(join(dataDir, name), text, { mode: 0o600 })
    return join(dataDir, name)
  }
  const secretOf = (pair: KeyPair) => toBase58(pair.secretKey.reveal())
  const coin = { name: 'Dawn Market Toad', ticker: 'DMTOAD', imageBase64: toBase64(demoPicture()), autoHire: { seats: 3 } }
  const launch = [
    `${program()} launch ${file('coin.json', JSON.stringify(coin))}`,
    `--launcher ${file('launcher.txt', secretOf(newKeyPair(randomBytes)))}`,
    `--approve-with ${file('approver.txt', secretOf(approver))}`,
    `--key ${file('api-key.txt', apiKey.reveal())} --url ${url}`,
  ]
  const buyer = toBase58(newKeyPair(randomBytes).publicKey)
  print(`
It stays up. Open:
  ${url}/board
      every coin, and what its crew was paid
  ${url}/coin/${mint}
      this coin: who gets its fees, and each payment
  ${waitingUrl}
      a plan that waits for a person's approval
  ${url}/agents
      a prompt for your own assistant, and the guide that it reads
  ${url}/docs
      launch your first coin, and every call to try
  ${url}/operator
      the operator's page; its key is ${operatorKey}

Try, in another terminal:
  buy the coin for 1 SOL
      curl -s ${url}/api/simulated/${mint}/trades -H 'content-type: application/json' -d '{"wallet":"${buyer}","side":"buy","sol":1}'
  launch one of your own (change ${join(dataDir, 'coin.json')} first, if you like)
      ${launch.join(' \\\n        ')}

Ctrl-C ends it, and removes all of it.`)
}
