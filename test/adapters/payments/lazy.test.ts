import { expect, test } from 'bun:test'
import { Glob } from 'bun'

test('rules 1.10: nothing of viem or the payment packages is loaded while no payments are taken: their adapters come by import()', async () => {
  const paths = [...new Glob('src/**/*.ts').scanSync()].filter((path) => !path.startsWith('src/adapters/payments/'))
  const texts = await Promise.all(paths.map(async (path) => [path, await Bun.file(path).text()] as const))
  const early = texts.filter(([, text]) =>
    /^import (?!type)[^;]*?from '(?:[^']*adapters\/payments\/[^']*|@x402\/[^']*)'/m.test(text.replaceAll('\n  ', ' ')),
  )
  expect(early.map(([path]) => path)).toEqual([])
  expect(paths.length).toBeGreaterThan(100)
})
