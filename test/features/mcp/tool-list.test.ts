import { expect, test } from 'bun:test'
import { countTokens } from '../../support/document-walk.ts'
import { connectModern } from '../../support/mcp-client.ts'
import { createPaidApp } from '../../support/payment-bank.ts'
import { createTestApp } from '../../support/test-app.ts'

/** What all tools together may cost the context of each session: 6,000, with room for a sentence to come. */
const TOOL_TOKENS_MAX = 5_900
const TOOLS = 30

const apps = [
  ['as it starts', () => createTestApp()],
  ['with jobs', () => createTestApp({ env: { JOBS_ENABLED: '1' } })],
  ['with jobs and payments', async () => (await createPaidApp({ env: { JOBS_ENABLED: '1' } })).app],
] as const

test.each(apps)('decision "Tools in few words": of a service %s tools/list has few enough tokens', async (what, start) => {
  const app = await start()
  const client = await connectModern(app)
  const tools = await client.tools()
  const text = JSON.stringify({ tools })
  console.log(`tools/list ${what}: ${tools.length} tools, ${countTokens(text)} tokens, ${text.length} bytes`)
  expect(countTokens(text)).toBeLessThanOrEqual(TOOL_TOKENS_MAX)
  if (what !== 'as it starts') expect(tools).toHaveLength(TOOLS)
  await client.close()
  await app.close()
})

const memberNames = (schema: any): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, member]: [string, any]) => [name, ...memberNames(member.items ?? member)])

test('decision "Tools in few words": each argument has a type, no list is without its items, and no prose is said twice', async () => {
  const { app } = await createPaidApp({ env: { JOBS_ENABLED: '1' } })
  const client = await connectModern(app)
  const tools = await client.tools()
  const descriptions: string[] = []
  const look = (schema: any, where: string) => {
    expect([where, typeof schema.type]).toEqual([where, 'string'])
    if (schema.type === 'array') look(schema.items, `${where}[]`)
    if (schema.description !== undefined) descriptions.push(schema.description)
    for (const [name, member] of Object.entries(schema.properties ?? {})) look(member, `${where}.${name}`)
  }
  for (const { name, inputSchema } of tools) look(inputSchema, name)
  expect(descriptions.length).toBeGreaterThan(20)
  expect(descriptions.filter((text, index) => descriptions.indexOf(text) !== index)).toEqual([])
  const { outputSchema } = tools.find(({ name }) => name === 'submit_signed')
  expect(memberNames(outputSchema)).toEqual(['mint', 'feeShareLocked', 'nextSteps'])
  await client.close()
  await app.close()
})

test('decision "Tools in few words": discover and plan answer what is decided by, and where the whole is', async () => {
  const app = await createTestApp()
  const client = await connectModern(app, { key: await app.claim() })
  const { body } = await client.call('discover')
  expect(body).toMatchObject({ ok: true, cluster: 'simulated', whole: 'http://launch.test/api/agent' })
  expect(JSON.stringify(body).length).toBeLessThan(2_500)
  const { dryRunId } = (await client.call('dry_run', app.launchBody())).body
  const plan = (await client.call('plan', { id: dryRunId })).body
  expect(plan).toMatchObject({ approved: false, consumed: false, whole: `http://launch.test/api/agent/launch/dry-run/${dryRunId}` })
  expect(JSON.stringify(plan).length).toBeLessThan(1_000)
  for (const { whole } of [body, plan]) expect(JSON.parse((await client.read(whole)).text)).toMatchObject({ ok: true })
  expect((await client.call('plan', { id: 'nothing' })).body).toMatchObject({ code: 'dry_run_unknown' })
  await client.close()
  await app.close()
})
