import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createRouter, routeThrough } from '../../src/http/elysia/router.ts'
import { createHttpDeps } from '../../src/http/http-deps.ts'
import { listen } from '../../src/http/listen.ts'
import { answerOtherMethods, answerProblems } from '../../src/http/pipeline/answer-failures.ts'
import { identifyRequest } from '../../src/http/pipeline/begin-and-end-calls.ts'
import { createHandler, createPipeline, type Router } from '../../src/http/pipeline/pipeline.ts'
import { createMessageServer } from '../../src/mcp/message-server.ts'
import { mcpRoutes } from '../../src/mcp/routes.ts'
import { machineTime } from '../support/machine-time.ts'
import { conformanceFixture } from '../support/mcp-fixture.ts'
import { runConformance } from '../support/mcp-conformance.ts'
import { startServerProcess } from '../support/server-process.ts'
import { createTestApp } from '../support/test-app.ts'

/** How each scenario ended, by its name, from the summary of the suite. */
const passedIn = (report: string) => [...report.matchAll(/^✓ ([\w-]+): [1-9]\d* passed, 0 failed/gm)].map(([, name]) => name)

test('decision "MCP": the service passes what the suite asks of any server, and leaves out only what is written down', async () => {
  const executable = resolve('dist/agent-launch')
  const server = await startServerProcess({ DATABASE_URL: 'sqlite::memory:' }, existsSync(executable) ? executable : undefined)
  const { exitCode, report } = await runConformance(`${server.url}/mcp`, resolve(import.meta.dir, 'mcp-conformance-left-out.yml'))
  await server.stop()
  expect(report).toContain('sep-2164-resource-not-found')
  // Two more pass with a warning, since they ask for a fixture tool.
  expect(passedIn(report)).toEqual(
    expect.arrayContaining([
      'caching',
      'dns-rebinding-protection',
      'http-header-validation',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
      'prompts-list',
      'resources-list',
      'sep-2164-resource-not-found',
      'server-sse-multiple-streams',
      'tools-list',
    ]),
  )
  expect(exitCode).toBe(0)
}, 180_000)

test('decision "MCP": the transport of the service passes all that the revision requires, with the fixture tools behind it', async () => {
  const app = await createTestApp({ policy: { rateLimits: false } })
  const http = createHttpDeps(
    app.deps,
    { paymentAdmission: () => null, readRecordedCalls: async () => ({}), built: () => ({ router, pipeline }) },
    {},
  )
  const router = createRouter().use(mcpRoutes(http, async () => createMessageServer(app.deps, conformanceFixture)))
  const pipeline: Router = createPipeline(routeThrough(router), [answerProblems(app.deps), answerOtherMethods(() => router.routes)])
  const listener = listen(machineTime, createHandler(identifyRequest(app.deps), pipeline), { host: '127.0.0.1', port: 0 })
  const { exitCode, report } = await runConformance(`${listener.url}/mcp`, null)
  await listener.stop(0)
  await app.close()
  // Tasks are an extension that nobody is required to have; headers of its own the service has none.
  const failed = [...report.matchAll(/^✗ ([\w-]+):/gm)].map(([, name]) => name!)
  expect(failed.filter((name) => !/^(tasks-|http-custom-header)/.test(name))).toEqual([])
  expect(exitCode).toBe(0)
}, 180_000)
