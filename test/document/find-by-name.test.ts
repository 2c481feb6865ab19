import { expect, test } from 'bun:test'
import { ownFiles } from '../support/own-files.ts'
import { createPaidApp } from '../support/payment-bank.ts'

/** Without capitals, hyphens and endings: `buybacks` is `buyback`, `featured` is `feature-coin`'s verb. */
const stemsOf = (text: string): string[] => text.split('-').map((word) => word.replace(/(d|s|es|ed)$/, '').replace(/e$/, ''))
const isNamed = (name: string, folder: string) => stemsOf(name).join('-') === stemsOf(folder).join('-')

/** Folders and files of the list in docs/architecture.md, the longest path first. */
async function readTable() {
  const text = await Bun.file('docs/architecture.md').text()
  const rows = [...text.matchAll(/^- `(\/[^`]*)`: `([^`]+)`(.*)$/gm)]
  return rows
    .map(([, path, folder, files]) => ({
      path: path!,
      folder: folder!,
      files: [...files!.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file!),
    }))
    .toSorted((a, b) => b.path.length - a.path.length)
}

const isOf = (path: string, row: string): boolean => path === row || (row.endsWith('*') && path.startsWith(row.slice(0, -1)))

/** The words of a path, without parameters and endings. */
const wordsOf = (path: string): string[] =>
  path
    .replace(/^\/api(\/agent(?=\/))?/, '')
    .split('/')
    .map((word) => word.replace(/^\./, '').replace(/\.\w+$/, ''))
    .filter((word) => word !== '' && !word.startsWith('{'))

/** The folders whose routes.ts says this operation. */
async function readFolders(): Promise<ReadonlyMap<string, string>> {
  const files = ownFiles('src/features/*/routes.ts')
  const found = await Promise.all(
    files.map(async (file) =>
      [...(await Bun.file(file).text()).matchAll(/operationId: '(\w+)'/g)].map(([, id]) => [id!, file.split('/')[2]!] as const),
    ),
  )
  return new Map(found.flat())
}

/** Routes that change something and stand in no document of ours, as those of OAuth: `post /oauth/token`, with the folder. */
const hiddenWrites = (
  await Promise.all(
    ownFiles('src/features/*/routes.ts').map(async (file) => {
      const routes = (await Bun.file(file).text()).matchAll(/\.(post|put|patch|delete)\(\s*'(\/[^']+)'/g)
      return [...routes].map(([, method, path]) => ({
        method: method!,
        path: path!.replaceAll(/:(\w+)/g, '{$1}'),
        folder: file.split('/')[2]!,
      }))
    }),
  )
).flat()

const { app } = await createPaidApp()
const { paths } = (await app.call('GET', '/openapi.json')).body as { paths: Record<string, Record<string, { operationId: string }>> }
await app.close()
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
)

test('every route is in the folder of its noun, or the table of docs/architecture.md says where', async () => {
  const [table, folders] = [await readTable(), await readFolders()]
  const lost = operations.flatMap(({ path, method, operationId }) => {
    const folder = folders.get(operationId)
    const row = table.find((one) => isOf(path, one.path))
    const right = row ? row.folder === folder : wordsOf(path).some((word) => folder !== undefined && isNamed(word, folder))
    return right ? [] : [`${method} ${path} is in ${folder}, not in ${row?.folder ?? wordsOf(path).join(' or ')}`]
  })
  expect(lost).toEqual([])
  expect(operations.length).toBeGreaterThan(80)
})

test('what a route changes, and a document that others look for, has a file of its name, or the table says which', async () => {
  const [table, folders] = [await readTable(), await readFolders()]
  const lost = operations.flatMap(({ path, method, operationId }) => {
    const folder = folders.get(operationId)!
    if (method === 'get' && folder !== 'well-known') return []
    const row = table.find((one) => isOf(path, one.path))
    const files = ownFiles(`src/features/${folder}/*.ts`).map((file) => file.split('/').at(-1)!.replace(/\.ts$/, ''))
    const verb = wordsOf(path).at(-1)!
    const named = files.some((file) => `-${stemsOf(file).join('-')}-`.includes(`-${stemsOf(verb).join('-')}-`))
    return named || (row && row.files.length > 0) ? [] : [`${method} ${path}: no file of features/${folder} has ${verb} in its name`]
  })
  expect(lost).toEqual([])
})

test('so does what another protocol changes: none of our documents names it', async () => {
  const table = await readTable()
  // The path of a route may begin with that of its plugin.
  const hidden = hiddenWrites.filter(({ path }) => path !== '/' && !operations.some((operation) => operation.path.endsWith(path)))
  const lost = hidden.flatMap(({ method, path, folder }) => {
    const row = table.find((one) => isOf(path, one.path))
    const files = ownFiles(`src/features/${folder}/*.ts`).map((file) => file.split('/').at(-1)!.replace(/\.ts$/, ''))
    const verb = wordsOf(path).at(-1)!
    const named = files.some((file) => `-${stemsOf(file).join('-')}-`.includes(`-${stemsOf(verb).join('-')}-`))
    return named || (row && row.files.length > 0) ? [] : [`${method} ${path}: no file of features/${folder} has ${verb} in its name`]
  })
  expect(lost).toEqual([])
  expect(hidden.map(({ path }) => path).toSorted()).toEqual(['/oauth/authorize', '/oauth/register', '/oauth/token'])
})

test('every row of the table is of a route, and what it names exists', async () => {
  const table = await readTable()
  const files = [...ownFiles('src/features/*/routes.ts'), ...ownFiles('src/features/well-known/*-view.ts')]
  const sources = await Promise.all(files.map((file) => Bun.file(file).text()))
  for (const { path, folder, files: named } of table) {
    const used =
      operations.some((operation) => isOf(operation.path, path)) || sources.some((source) => source.includes(`'${path.replace('*', '')}`))
    expect([path, used]).toEqual([path, true])
    for (const file of ['routes.ts', ...named]) {
      const at = file.startsWith('src/') ? file : `src/features/${file.includes('/') ? '' : `${folder}/`}${file}`
      expect([at, await Bun.file(at).exists()]).toEqual([at, true])
    }
  }
  expect(table.length).toBeLessThanOrEqual(36)
})
