import { expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { createApp } from '../../src/app.ts'
import { importSample } from '../../src/commands/sample/import-sample.ts'
import { withSampleSettings } from '../../src/commands/sample/sample-settings.ts'
import { type RunningServer, startServer } from '../../src/commands/start-server.ts'
import { readConfig } from '../../src/config/read-config.ts'
import type { TopicName } from '../../src/features/topics/topic.ts'
import type { TestApp } from './test-app.ts'
import { createWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/** What an agent of today makes of a text, by the vocabulary of one of the current models. */
export { countTokens }

/** Every command of a Markdown text, in order. */
export const commandsOf = (text: string): string[] => [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands!)

/** Programs that the commands of the documents need and that are not here. */
export const missingPrograms = ['bash', 'curl', 'jq', 'openssl', 'awk', 'base64', 'sed'].filter((program) => !Bun.which(program))

/** An agent’s folder beside a service, and what the outside world has: a receiver of webhooks. */
export interface DocumentWalk {
  readonly receiver: WebhookReceiver
  /** A document of the service. */
  read(path: string): Promise<string>
  /** Runs these commands as they stand, in the agent’s folder; throws when one fails or complains. Returns what they printed. */
  run(commands: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>
  /** What stands in a JSON file of the folder. */
  file(name: string): Promise<any>
  close(): Promise<void>
}

/** The folder of an agent that talks to the service at this address. */
export function openDocumentWalk(url: string): DocumentWalk {
  const directory = mkdtempSync(join(tmpdir(), 'document-walk-'))
  const receiver = createWebhookReceiver()
  return {
    receiver,
    read: async (path) => (await fetch(`${url}${path}`)).text(),
    async run(commands, more = {}) {
      const shell = Bun.spawn(['bash', '-euo', 'pipefail', '-c', commands.join('\n')], {
        cwd: directory,
        env: { ...process.env, HOOK: receiver.url, ...more },
        stderr: 'pipe',
      })
      const [shown, complaints] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()])
      const warnings = complaints.replaceAll(/writing.*key\n|\.+\n|read.*key\n/g, '')
      if ((await shell.exited) !== 0 || warnings !== '') throw new Error(`exit ${shell.exitCode}: ${warnings}\n${shown}`)
      return shown
    },
    file: (name) => Bun.file(join(directory, name)).json(),
    async close() {
      receiver.stop()
      rmSync(directory, { recursive: true })
    },
  }
}

/** The folder of an agent that talks to this app, at an address that its documents name. */
export function openWalkOf({ deps }: Pick<TestApp, 'deps'>): DocumentWalk {
  const bridge = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => handle(request, '127.0.0.1') })
  const policy = { ...deps.policy, baseUrl: `http://127.0.0.1:${bridge.port}` }
  const handle = createApp({ ...deps, policy })
  const walk = openDocumentWalk(policy.baseUrl)
  return {
    ...walk,
    async close() {
      await walk.close()
      await bridge.stop(true)
    },
  }
}

/** Most tokens of /llms.txt, a topic, the commands of both and what they print. */
const WALK_TOKENS_MAX = 6_000

/** What the commands of a topic print, after those of /llms.txt; documents, commands and answers have few enough tokens. */
export async function walkTopic(walk: DocumentWalk, topic: TopicName, env: Record<string, string> = {}): Promise<string> {
  const [guide, text] = [await walk.read('/llms.txt'), await walk.read(`/llms/${topic}.txt`)]
  const [first, then] = [commandsOf(guide), commandsOf(text)]
  expect(then.length).toBeGreaterThan(0)
  const shown = await walk.run([...first, 'echo ::topic::', ...then], env)
  const parts = { guide, topic: text, commands: [...first, ...then].join('\n'), answers: shown }
  const tokens = Object.fromEntries(Object.entries(parts).map(([part, content]) => [part, countTokens(content)]))
  const total = Object.values(tokens).reduce((sum, count) => sum + count, 0)
  console.log(`walk ${topic}: ${total} tokens`, JSON.stringify(tokens))
  expect(total).toBeLessThanOrEqual(WALK_TOKENS_MAX)
  return shown.split('::topic::\n')[1]!
}

/** A service with no settings at all, at an address that its documents name. */
export async function startWithoutSettings(): Promise<RunningServer> {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = probe
  await probe.stop(true)
  const server = await startServer(
    { env: {} },
    readConfig(withSampleSettings({ DATABASE_URL: 'sqlite::memory:', PORT: String(port), LOG_LEVEL: 'silent' })),
  )
  await importSample(server.deps)
  return server
}
