import { $ } from 'bun'
import { expect, test } from 'bun:test'
import { bundledMain } from '../support/bundled-main.ts'

test('decision "The demo": it ends in addresses that answer and two commands that work as they are pasted', async () => {
  const main = await bundledMain()
  const child = Bun.spawn([process.execPath, main, 'demo'], { env: { PATH: process.env.PATH ?? '' }, stdout: 'pipe', stderr: 'inherit' })
  try {
    let text = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (text.includes('Ctrl-C ends it')) break
    }
    const pages = [...text.matchAll(/^ {2}(http:\S+)$/gm)].map(([, address]) => address!)
    expect(pages.length).toBe(6)
    for (const address of pages) expect([address, (await fetch(address)).status]).toEqual([address, 200])
    const [, key = ''] = /its key is (\w+)/.exec(text) ?? []
    expect((await fetch(new URL('/api/agent/keys', pages[0]), { headers: { 'x-svc-api-key': key } })).status).toBe(200)

    const trade = /^ +(curl .*)$/m.exec(text)![1]!
    expect(await $`sh -c ${trade}`.json()).toMatchObject({ ok: true, trade: { side: 'buy', sol: 1 } })
    const launch = /npx bun@1\.4\.5 src\/main\.ts launch (?:.*\\\n)*.*/
      .exec(text)![0]
      .replace('npx bun@1.4.5 src/main.ts', '"$PROGRAM" "$MAIN"')
    const launched = await $`sh -c ${launch}`.env({ PATH: process.env.PATH ?? '', PROGRAM: process.execPath, MAIN: main }).quiet()
    expect(launched.stdout.toString()).toContain('Dawn Market Toad (DMTOAD) is launched')
  } finally {
    child.kill('SIGTERM')
  }
  expect(await child.exited).toBe(0)
})
