import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { codesMadeIn, textOf } from '../support/codes-made.ts'

const PORTS = [...new Glob('src/ports/**/*.ts').scanSync()].sort()

/** The methods of the lists in this module, by name: `FEE_SHARE_REFUSALS.prepareLock` has its own codes. */
async function listsIn(path: string): Promise<(readonly [list: string, method: string, codes: readonly string[]])[]> {
  const exported = Object.entries((await import(`../../${path}`)) as Record<string, Record<string, readonly string[]>>)
  return exported
    .filter(([name]) => name.endsWith('_REFUSALS'))
    .flatMap(([list, methods]) => Object.entries(methods).map(([method, codes]) => [list, method, codes] as const))
}

describe('what a method of a port may throw', () => {
  test('is thrown by who implements it', async () => {
    const globs = ['src/adapters/**/*.ts', 'src/domain/**/*.ts', 'src/features/budgets/*.ts', 'src/features/payments/*.ts']
    const made = new Set<string>(codesMadeIn(await textOf(globs)))
    const lists = (await Promise.all(PORTS.map(listsIn))).flat()
    expect(lists.length).toBeGreaterThan(25)
    for (const [list, method, codes] of lists)
      for (const code of codes) expect({ list, method, code, made: made.has(code) }).toMatchObject({ made: true })
  })

  test('is for launchpads just what their adapters make, where no command and no control of the simulated chain does', async () => {
    const lists = await Promise.all(PORTS.filter((path) => path.startsWith('src/ports/launchpad/')).map(listsIn))
    const listed = new Set(lists.flat().flatMap(([, , codes]) => codes))
    const text = await textOf(
      ['src/adapters/launchpads/*/**/*.ts', 'src/adapters/chains/**/*.ts', 'src/domain/buyback.ts'],
      ['src/adapters/launchpads/pump/launch/lookup-table-admin.ts', 'src/adapters/launchpads/simulated/simulated-control.ts'],
    )
    const made = new Set<string>([...codesMadeIn(text), ...text.matchAll(/\brefusal: '(\w+)'/g).map(([, code]) => code!)])
    expect([...made].toSorted()).toEqual([...listed, 'upstream_unavailable'].toSorted())
  })
})
