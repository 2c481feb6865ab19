import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../src/config/config.ts'
import { configuredSecrets } from '../src/config/configured-secrets.ts'
import { readConfig } from '../src/config/read-config.ts'
import { createRedactor } from '../src/lib/redactor.ts'
import { scratchFolder } from './support/scratch-folder.ts'
import { newPerson } from './support/test-app.ts'

const { secret } = newPerson()

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('the secret of `file:PATH` is read, trimmed, and shown nowhere', () => {
  using folder = scratchFolder()
  const path = join(folder.path, 'key')
  writeFileSync(path, `${secret}\n`, { mode: 0o600 })
  const env = { CRANK_PAYER_KEY: `file:${path}`, OPERATOR_API_KEY: `file:${path}` }
  const config = readConfig(env)
  expect(config.solana.crankPayerKey!.reveal()).toBe(secret)
  expect(config.access.operatorApiKey!.reveal()).toBe(secret)
  expect(config.keysInEnvironment).toEqual([])
  expect(createRedactor(config.secrets)(`the key is ${secret}`)).not.toContain(secret)
  expect(readConfig({ CRANK_PAYER_KEY: secret }).keysInEnvironment).toEqual(['CRANK_PAYER_KEY'])
})

test.each([
  [0o640, /others than its owner may use the file/],
  [0o604, /others than its owner/],
  [0o620, /others than its owner/],
])('a file of mode %o is refused, and what is in it is not repeated', (mode, problem) => {
  using folder = scratchFolder()
  const path = join(folder.path, 'key')
  writeFileSync(path, secret)
  chmodSync(path, mode)
  const [found, ...more] = problemsOf({ CRANK_PAYER_KEY: `file:${path}` })
  expect(found).toMatch(problem)
  expect(found).toStartWith('CRANK_PAYER_KEY: ')
  expect(found).not.toContain(secret)
  expect(more).toEqual([])
})

test('systemd’s credentials may show the right of a group to read, and no more; beside them nothing may', () => {
  using folder = scratchFolder()
  const path = join(folder.path, 'key')
  writeFileSync(path, secret)
  const env = { CRANK_PAYER_KEY: `file:${path}`, CREDENTIALS_DIRECTORY: folder.path }
  chmodSync(path, 0o440)
  expect(problemsOf(env)).toEqual([])
  chmodSync(path, 0o444)
  expect(problemsOf(env)).toHaveLength(1)
  chmodSync(path, 0o440)
  expect(problemsOf({ ...env, CREDENTIALS_DIRECTORY: `${folder.path}/else` })).toHaveLength(1)
})

test('what cannot be a secret is refused by its reason, and the redactor does without it', () => {
  using folder = scratchFolder()
  const [empty, pipe] = [join(folder.path, 'empty'), join(folder.path, 'pipe')]
  writeFileSync(empty, ' \n', { mode: 0o600 })
  mkdirSync(join(folder.path, 'folder'), { mode: 0o700 })
  expect(Bun.spawnSync(['mkfifo', '-m', '600', pipe]).exitCode).toBe(0)
  const settings = [
    ['missing', /cannot be read \(ENOENT\)/],
    ['empty', /is empty/],
    ['folder', /is not the file of a secret/],
    ['pipe', /is not the file of a secret/],
  ] as const
  for (const [name, problem] of settings) {
    const env = { BUYBACK_KEY: `file:${join(folder.path, name)}` }
    expect(problemsOf(env)[0]).toMatch(problem)
    expect(() => configuredSecrets(env)).not.toThrow()
  }
  writeFileSync(empty, 'not a key')
  expect(problemsOf({ BUYBACK_KEY: `file:${empty}` })).toEqual(['BUYBACK_KEY is not a secret key of 64 bytes'])
})
