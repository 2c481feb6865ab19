import { expect, test } from 'bun:test'

test('the example of a test in docs/simulated-mode.md is one that runs', async () => {
  const example = await Bun.file('test/first-coin.test.ts').text()
  expect(await Bun.file('docs/simulated-mode.md').text()).toContain(`\`\`\`ts\n${example}\`\`\``)
  expect(example.split('\n').length).toBeLessThan(30)
})
