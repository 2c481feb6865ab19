import { expect, test } from 'bun:test'
import { dirname, join } from 'node:path'

/** Every package that is in memory once these files are: what they import at once, and so on; `import()` is for later. */
async function packagesOf(entries: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const left = [...entries]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const source = (await Bun.file(path).text()).replaceAll(/\/\*[\s\S]*?\*\//g, '')
    for (const match of source.matchAll(/(?:^|\n)(?:import|export)(?!\s+type\b)\b[^'"`;]*?\bfrom\s*'([^']+)'/g)) {
      const specifier = match[1]!
      if (!specifier.startsWith('.')) found.set(specifier, path)
      else if (specifier.endsWith('.ts')) left.push(join(dirname(path), specifier))
    }
  }
  return found
}

test('no launchpad’s code is in memory when the server starts, nor the protocol of MCP, nor what they are built on', async () => {
  const packages = await packagesOf(['src/main.ts', 'src/commands/serve.ts', 'src/compose.ts', 'src/app.ts'])
  const heavy = [...packages].filter(([name]) =>
    /^(viem|@openzeppelin|@solana|@pump-fun|@modelcontextprotocol|canvaskit-wasm|nodemailer)\b/.test(name),
  )
  expect(heavy).toEqual([])
  // The search does find such imports where they are.
  expect([...(await packagesOf(['src/adapters/launchpads/zora/launchpad.ts'])).keys()]).toContain('viem')
})

test('no library of the protocols that agents speak is in memory when the server starts', async () => {
  const packages = await packagesOf(['src/main.ts', 'src/commands/serve.ts', 'src/compose.ts', 'src/app.ts'])
  expect([...packages].filter(([name]) => /^(@a2a-js|@modelcontextprotocol|jose|zod)\b/.test(name))).toEqual([])
  expect([...(await packagesOf(['src/adapters/a2a/answer-json-rpc.ts'])).keys()]).toContain('@a2a-js/sdk')
})
