import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'

/** What each layer may import: other layers of ours, and packages. `*` is any package. @see DESIGN 2 Layers */
const LAYERS: readonly {
  readonly name: string
  readonly files: RegExp
  readonly layers: readonly string[]
  readonly packages: readonly string[]
}[] = [
  { name: 'lib', files: /^src\/lib\//, layers: ['lib'], packages: ['node:crypto', 'bs58', 'tweetnacl', 'unhomoglyph/data.json'] },
  { name: 'domain', files: /^src\/domain\//, layers: ['lib', 'domain'], packages: ['@sinclair/typebox'] },
  { name: 'ports', files: /^src\/ports\//, layers: ['lib', 'domain', 'ports'], packages: [] },
  {
    name: 'routes',
    files: /^src\/features\/[\w-]+\/routes\.ts$/,
    layers: ['lib', 'domain', 'ports', 'features', 'views', 'http', 'routes'],
    packages: ['swagger-ui-dist/swagger-ui-bundle.js', 'swagger-ui-dist/swagger-ui.css', 'elysia', '@sinclair/typebox'],
  },
  {
    name: 'views',
    files: /^src\/features\/[\w-]+\/[\w-]+-view\.ts$/,
    layers: ['lib', 'domain', 'ports', 'features', 'views', 'http'],
    packages: ['@sinclair/typebox'],
  },
  { name: 'features', files: /^src\/features\//, layers: ['lib', 'domain', 'ports', 'features'], packages: [] },
  {
    name: 'http',
    files: /^src\/http\//,
    layers: ['lib', 'domain', 'ports', 'features', 'http'],
    packages: [
      'swagger-ui-dist/swagger-ui-bundle.js',
      'swagger-ui-dist/swagger-ui.css',
      'elysia',
      '@sinclair/typebox',
      '@sinclair/typebox/value',
      '@sinclair/typebox/compiler',
    ],
  },
  { name: 'scheduler', files: /^src\/scheduler\//, layers: ['lib', 'domain', 'ports', 'features', 'scheduler'], packages: ['croner'] },
  { name: 'adapters', files: /^src\/adapters\//, layers: ['lib', 'domain', 'ports', 'adapters'], packages: ['*'] },
  { name: 'top', files: /^src\//, layers: ['*'], packages: ['*'] },
]

/** Time, chance, network, environment and output come as arguments to these layers. */
const BANNED = ['Date.now(', 'new Date()', 'Math.random(', 'fetch(', 'process.env', 'console.']
const BANNED_IN = /^src\/(domain|features)\//

/** Files that are longer for a reason: tables of data, one entry a line or two. */
const LONG_TABLES = ['src/domain/errors.ts', 'src/adapters/storage/schema.ts']

const layerOf = (path: string) => LAYERS.find(({ files }) => files.test(path))!

/** `import … from 'x'`, `export … from 'x'`, `import 'x'`, `import('x')`, with or without `type`. */
const importsOf = (source: string): string[] =>
  [
    ...source.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!)

/** The path inside the project that a relative import names. */
const target = (from: string, specifier: string): string => new URL(specifier, `file:///${from}`).pathname.slice(1)

/** Every way in which a file of this text breaks the layers. */
function violations(path: string, source: string): string[] {
  const layer = layerOf(path)
  const broken = importsOf(source).flatMap((specifier) => {
    if (specifier.startsWith('.')) {
      const other = layerOf(target(path, specifier)).name
      return layer.layers.includes('*') || layer.layers.includes(other) ? [] : [`${path} (${layer.name}) imports ${specifier} (${other})`]
    }
    return layer.packages.includes('*') || layer.packages.includes(specifier)
      ? []
      : [`${path} (${layer.name}) imports the package ${specifier}`]
  })
  // `web.fetch(` and the like are calls of what was given; the global stands without a dot or a letter before it.
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
  const banned = BANNED_IN.test(path)
    ? BANNED.filter((word) => new RegExp(`(?<![.\\w])${word.replaceAll(/[.()]/g, '\\$&')}`).test(code)).map(
        (word) => `${path} uses ${word}`,
      )
    : []
  return [...broken, ...banned]
}

const sources = [...new Glob('src/**/*.ts').scanSync()].sort()

describe('architecture', () => {
  test('no file imports against the layer table, or reaches for time, chance, network or environment', async () => {
    const found = await Promise.all(sources.map(async (path) => violations(path, await Bun.file(path).text())))
    expect(found.flat()).toEqual([])
    expect(sources.length).toBeGreaterThan(50)
  })

  test.each([
    ['src/domain/x.ts', `import type { Deps } from '../ports/deps.ts'`],
    ['src/domain/x.ts', `import { Elysia } from 'elysia'`],
    ['src/domain/x.ts', `export { a } from '../adapters/storage/storage.ts'`],
    ['src/lib/x.ts', `import '../domain/brands.ts'`],
    ['src/ports/x.ts', `import { Type } from '@sinclair/typebox'`],
    ['src/features/a/do-it.ts', `import { Elysia } from 'elysia'`],
    ['src/features/a/do-it.ts', `import type { X } from '../../http/guards.ts'`],
    ['src/features/a/do-it.ts', `import {\n  a,\n  b,\n} from '../../adapters/random-ids.ts'`],
    ['src/features/a/do-it.ts', `const x = await import('../../adapters/random-ids.ts')`],
    ['src/features/a/routes.ts', `import { Connection } from '@solana/web3.js'`],
    ['src/http/x.ts', `import { x } from '../adapters/random-ids.ts'`],
    ['src/scheduler/x.ts', `import { x } from '../adapters/random-ids.ts'`],
    ['src/adapters/x.ts', `import { x } from '../features/keys/claim-key.ts'`],
    ['src/features/a/do-it.ts', `const now = Date.now()`],
    ['src/domain/x.ts', `const at = new Date()`],
    ['src/domain/x.ts', `const r = Math.random()`],
    ['src/features/a/do-it.ts', `await fetch('https://x')`],
    ['src/features/a/do-it.ts', `const k = process.env.KEY`],
    ['src/domain/x.ts', `console.log(1)`],
  ])('a planted violation is seen: %s %s', (path, source) => {
    expect(violations(path, source)).toHaveLength(1)
  })

  test('no barrel files, no catch-all names, and nothing above 250 lines', async () => {
    const names = sources.filter((path) => /(^|\/)(index|utils|helpers|types|manager|service)\.ts$/.test(path))
    expect(names).toEqual([])
    const long = await Promise.all(sources.map(async (path) => [path, (await Bun.file(path).text()).split('\n').length] as const))
    expect(long.filter(([path, lines]) => lines > 251 && !LONG_TABLES.includes(path)).map(([path, lines]) => `${path}: ${lines}`)).toEqual(
      [],
    )
  })

  test('the whole server stands on one page', async () => {
    expect((await Bun.file('src/app.ts').text()).split('\n').length).toBeLessThan(80)
  })
})
