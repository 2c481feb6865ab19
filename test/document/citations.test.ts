import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { Glob } from 'bun'

/** Documents that a reader is sent to; every link in them leads somewhere in this repository. */
const pages = ['README.md', 'SECURITY.md', ...[...new Glob('docs/*.md').scanSync()].sort()]
/** Everything that may cite a rule by its number. */
const citing = [
  ...pages,
  ...['src', 'test', 'static', 'scripts', 'bench'].flatMap((folder) => [...new Glob(`${folder}/**/*.ts`).scanSync()]),
]

/** `#to-mainnet` for `## To mainnet`, as the usual renderers write it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (text: string): string[] => [...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1]!))

test('every link of the documents has its target', async () => {
  const broken: string[] = []
  let links = 0
  for (const page of pages) {
    const text = await Bun.file(page).text()
    for (const [, link] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(link!)) continue
      links += 1
      const [path, anchor] = link!.split('#') as [string, string?]
      const file = path === '' ? page : normalize(join(dirname(page), path))
      if (!existsSync(file)) broken.push(`${page}: ${link}`)
      else if (anchor !== undefined && !anchorsOf(await Bun.file(file).text()).includes(anchor)) broken.push(`${page}: ${link}`)
    }
  }
  expect(broken).toEqual([])
  expect(links).toBeGreaterThan(15)
})

test('every rule that is cited stands in docs/rules.md', async () => {
  const rules = await Bun.file('docs/rules.md').text()
  const numbers = new Set([
    ...[...rules.matchAll(/^## (\d+)\./gm)].map((match) => match[1]!),
    ...[...rules.matchAll(/\*\*(\d+\.\d+)\b/g)].map((match) => match[1]!),
  ])
  const broken: string[] = []
  let cited = 0
  for (const file of citing) {
    for (const [citation, first, more] of (await Bun.file(file).text()).matchAll(/\brules? (\d+(?:\.\d+)?)((?:(?:, | and )\d+\.\d+)*)/g)) {
      for (const number of [first!, ...more!.split(/, | and /).filter((part) => part !== '')]) {
        cited += 1
        if (!numbers.has(number)) broken.push(`${file}: ${citation}`)
      }
    }
  }
  expect(broken).toEqual([])
  expect(cited).toBeGreaterThan(150)
})

test('nothing cites a document that is not here', async () => {
  const words = [`DESIGN${' '}`, `spec${' '}clause`, `facts${'/'}`, `shared${'/'}spec`]
  const found = (
    await Promise.all(
      citing.map(async (file) => {
        const text = await Bun.file(file).text()
        const issue = new RegExp(`\\b(spec|issue) \\d`).exec(text)
        return [...words.filter((word) => text.includes(word)), ...(issue ? [issue[0]] : [])].map((word) => `${file}: ${word}`)
      }),
    )
  ).flat()
  expect(found).toEqual([])
})
