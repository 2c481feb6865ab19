import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstSteps } from '../../src/features/topics/first-steps.ts'
import { createTestApp } from '../support/test-app.ts'

/** A text of a page, by what marks it, as a reader copies it. */
const copied = (page: string, mark: string): string =>
  new RegExp(`<pre[^>]*${mark}[^>]*>([^<]*)</pre>`)
    .exec(page)![1]!
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test('decision "/docs": it begins with the commands of the first launch, which name this very service and are whole', async () => {
  const app = await createTestApp()
  const page = (await app.call('GET', '/docs')).body as string
  const commands = copied(page, 'id="first-commands"')
  for (const step of firstSteps(app.deps.policy)) expect(commands).toContain(step.commands)
  const titles = firstSteps(app.deps.policy).map(({ title }, index) => `${index + 1}. ${title}`)
  expect([...page.matchAll(/name="step"[^>]*>\s*<span>([^<]*)</g)].map(([, title]) => title)).toEqual(titles)
  expect(copied(page, 'id="step"')).toBe(firstSteps(app.deps.policy)[0]!.commands)
  expect(commands).toContain(`S=${app.deps.policy.baseUrl}\n`)
  await app.close()
  const folder = mkdtempSync(join(tmpdir(), 'agent-launch-docs-'))
  const parsed = Bun.spawnSync(['sh', '-n'], { cwd: folder, stdin: new TextEncoder().encode(commands) })
  rmSync(folder, { recursive: true })
  expect({ exit: parsed.exitCode, stderr: parsed.stderr.toString() }).toEqual({ exit: 0, stderr: '' })
})

test('decision "/docs": /agents has a prompt that names the guide and the MCP server, and every address on it answers', async () => {
  const app = await createTestApp()
  const { baseUrl } = app.deps.policy
  const page = (await app.call('GET', '/agents')).body as string
  const prompt = copied(page, 'data-copy="prompt"')
  for (const address of [`${baseUrl}/llms.txt`, `${baseUrl}/mcp`]) expect(prompt).toContain(address)
  expect(JSON.parse(copied(page, 'data-copy="settings"'))).toEqual({
    mcpServers: { 'agent-launch': { type: 'http', url: `${baseUrl}/mcp` } },
  })
  for (const [, path] of page.matchAll(/<a href="(\/[^"]*)"/g))
    expect({ path, status: (await app.call('GET', path!)).status }).toEqual({ path, status: 200 })
  await app.close()
})
