import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')

const HEAD = `import { createClient, dataOf, handleWebhook, launch, unhandledCode, verifyWebhook, waitForApproval } from 'agent-launch-client'
import type { EventType, LaunchRequest } from 'agent-launch-client'
export const client = createClient({ baseUrl: 'https://launch.example', apiKey: 'svc_ak_x' })
export const options = { launcherKey: 'x' }
export const crew = [{ handle: '@one', wallet: 'w', share: 100 }]
export const body: LaunchRequest = { name: 'Frog', ticker: 'FROG', crew }
export const used: unknown = [client, dataOf, handleWebhook, launch, unhandledCode, verifyWebhook, waitForApproval, 'x' as EventType]
`

/** Programs, and what the compiler says of each: an empty text where it has nothing to say. */
const PROGRAMS: readonly (readonly [what: string, error: string, code: string])[] = [
  [
    'a launch as it should be',
    '',
    `const { data, error } = await launch(client, body, options)
if (error) throw new Error(error.fix)
export const seats: number[] = data.crew.map(({ effectiveBps }) => effectiveBps)
const plan = dataOf(await client.POST('/api/agent/launch/dry-run', { body }))
export const url: string = plan.approvalUrl
const view = dataOf(await waitForApproval(client, plan.dryRunId))
export const by: string | null = view.approvedByWallet
await client.GET('/api/coins')
await client.GET('/api/coins/{mint}', { params: { path: { mint: 'm' } } })
await client.POST('/api/webhooks', { body: { url: 'https://a.example', events: ['launch.created', 'coin.graduated'] } })`,
  ],
  [
    'a wrong field of a launch',
    "'tickr' does not exist",
    `await launch(client, { name: 'Frog', ticker: 'FROG', crew, tickr: 'FROG' }, options)`,
  ],
  ['a missing field of a launch', "Property 'ticker' is missing", `await launch(client, { name: 'Frog', crew }, options)`],
  [
    'a wrong field of a seat',
    "'percent' does not exist",
    `await launch(client, { ...body, crew: [{ handle: '@one', wallet: 'w', share: 1, percent: 100 }] }, options)`,
  ],
  [
    'a wrong field of any call',
    "'platfrom' does not exist",
    `await client.POST('/api/agent/launch/dry-run', { body: { name: 'Frog', ticker: 'FROG', platfrom: 'pump' } })`,
  ],
  ['a wrong query', "'pageSize' does not exist", `await client.GET('/api/coins', { params: { query: { pageSize: 5 } } })`],
  ['a missing parameter', 'Expected 2 arguments', `await client.GET('/api/coins/{mint}')`],
  ['a path that is not there', 'is not assignable to parameter', `await client.GET('/api/coinz')`],
  ['a method that the path has not', 'is not assignable to parameter', `await client.DELETE('/api/coins', {})`],
  ['a wrong field of an answer', "Property 'mintt' does not exist", `export const { mintt } = dataOf(await launch(client, body, options))`],
  ['an answer that was not looked at', 'possibly', `export const text = (await launch(client, body, options)).data.mint`],
  ['a wrong event name', '"launch.make', `export const event: EventType = 'launch.makes'`],
  [
    'a wrong event name in a registration',
    '"coin.gratuated"',
    `await client.POST('/api/webhooks', { body: { url: 'https://a.example', events: ['coin.gratuated'] } })`,
  ],
  [
    'a wrong event name of a handler',
    "'launch.make'",
    `await handleWebhook(verifyWebhook('whsec_x', {}, ''), { 'launch.make': () => null })`,
  ],
  [
    'a wrong field of an event',
    "Property 'minted' does not exist",
    `await handleWebhook(verifyWebhook('whsec_x', {}, ''), { 'launch.created': ({ data }) => data.minted })`,
  ],
  [
    'every code of a route handled',
    '',
    `const { error } = await client.GET('/api/coins/{mint}', { params: { path: { mint: 'm' } } })
if (error)
  switch (error.code) {
    case 'coin_not_found':
    case 'validation_invalid':
    case 'secret_in_body':
      break
    case 'rate_limit_exceeded':
    case 'storage_unavailable':
    case 'storage_full':
    case 'insecure_transport':
    case 'internal_error':
      throw new Error(error.fix)
    default:
      unhandledCode(error)
  }`,
  ],
  [
    'an unhandled code',
    "is not assignable to parameter of type 'never'",
    `const { error } = await client.DELETE('/api/webhooks/{id}', { params: { path: { id: 'wh_1' } } })
if (error)
  switch (error.code) {
    case 'webhook_not_found':
      break
    default:
      unhandledCode(error)
  }`,
  ],
  [
    'a code that the route never answers with',
    'no overlap',
    `const { error } = await launch(client, body, options)
if (error?.code === 'webhook_not_found') throw new Error()
if (error) switch (error.code) { case 'job_not_found': break }`,
  ],
]

/** Examples of the README, and what they take as given. */
const README_HEAD = `import { createClient, handleWebhook, verifyWebhook } from 'agent-launch-client'
import { privateKeyToAccount } from 'viem/accounts'
declare const [launcherKey, secret, request, payerKey]: [string, string, Request, \`0x\${string}\`]
export const given = [launcherKey, secret, request, payerKey, createClient, handleWebhook, verifyWebhook, privateKeyToAccount]
`
const IMPORTED = /^import .* from 'agent-launch-client'\n/m

async function readmePrograms(): Promise<string[]> {
  const readme = await Bun.file(join(ROOT, 'clients/typescript/README.md')).text()
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!.replaceAll(/^ {2}(?! )/gm, ''))
  return examples.map((code) => {
    // The first stands by itself; the others go on from it.
    const own = IMPORTED.test(code)
      ? README_HEAD.replace(IMPORTED, '').replace(/createClient, handleWebhook, verifyWebhook, /, '')
      : README_HEAD
    return `${own}${code.includes('const baseUrl') ? '' : "const baseUrl = 'https://launch.example'\nexport { baseUrl }\n"}${code}`
  })
}

describe('decision "The typed client": what the compiler finds in a program that uses the client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-programs-'))
  let stated = ''
  beforeAll(async () => {
    await Promise.all(PROGRAMS.map(([, , code], index) => Bun.write(join(folder, `program-${index}.ts`), `${HEAD}${code}\n`)))
    const examples = await readmePrograms()
    await Promise.all(examples.map((code, index) => Bun.write(join(folder, `readme-${index}.ts`), code)))
    const compilerOptions = {
      target: 'ES2022',
      module: 'Preserve',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
      paths: {
        'agent-launch-client': [join(ROOT, 'clients/typescript/src/agent-launch-client.ts')],
        'agent-launch-client/payments': [join(ROOT, 'clients/typescript/src/paying-fetch.ts')],
        'viem/accounts': [join(ROOT, 'node_modules/viem/_types/accounts/index.d.ts')],
      },
    }
    await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const compiler = Bun.spawn([process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '--pretty', 'false', '-p', folder], {
      cwd: folder,
      stdout: 'pipe',
    })
    stated = await new Response(compiler.stdout).text()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(PROGRAMS.map(([what, error], index) => [what, error, index] as const))(
    'the compiler says of a program, %s, what it should',
    (_what, error, index) => {
      const own = stated.split('\n').filter((line) => line.startsWith(`program-${index}.ts`))
      if (error === '') expect(own).toEqual([])
      else {
        expect(own.length).toBeGreaterThan(0)
        expect(own[0]).toContain(error)
      }
    },
  )

  test('the examples of the README compile', async () => {
    expect(await readmePrograms()).toHaveLength(4)
    expect(stated.split('\n').filter((line) => line.startsWith('readme-'))).toEqual([])
  })

  test('no error lies in the client itself: the compiler names the programs alone', () => {
    expect(stated.split('\n').filter((line) => line !== '' && !/^((program|readme)-\d+\.ts|\s)/.test(line))).toEqual([])
  })
})
