import { describe, expect, test } from 'bun:test'
import { withOwnProgram } from '../support/own-program.ts'
import { type Shape, shapesIn } from '../support/shapes.ts'

/** Fewer are alike by chance. */
const MEMBERS_MIN = 3
const PLANTED = 'test/fixtures/twin-shapes.ts'

/** Which shapes have the same members and are two all the same, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'apiKey, url, web': 'of two services: one has no answer without a key, the other takes it where there is one',
  'buyback, crank, launch, lock-holder-kol, wire-fees': 'two maps by the kind of an operation: its result, and the whole of it',
  'domain, message, primaryType, types': 'what is signed as fields; in the schema of an answer, which of them is left to EIP-712',
  'narrative, through, weight': 'a schema of what is kept with a plan, where `through` is words; in the reading of a coin it is terms',
}

type Found = Shape & { readonly path: string }

const all: readonly Found[] = await withOwnProgram(async ({ files, tree }) => {
  // A migration is what it was when it was released.
  const paths = await files((path) => (/^(src|static)\//.test(path) && !path.includes('/migrations/')) || path === PLANTED)
  const found = paths.map(async (path) => shapesIn(await tree(path), await Bun.file(path).text()).map((shape) => ({ ...shape, path })))
  return (await Promise.all(found)).flat()
})
const groups = Map.groupBy(
  all.filter(({ members }) => members.length >= MEMBERS_MIN),
  ({ members }) => members.join(', '),
)
const twins = [...groups].flatMap(([members, shapes]) => {
  const found = new Set(shapes.map(({ path, name }) => `${path}: ${name}`))
  return found.size > 1 ? [{ members, found: [...found].toSorted() }] : []
})
const isPlanted = ({ found }: (typeof twins)[number]): boolean => found.every((where) => where.startsWith(PLANTED))

describe('shapes', () => {
  test('none is declared twice: interfaces, types and object schemas', () => {
    expect(twins.filter((twin) => !isPlanted(twin) && !(twin.members in DIFFERENT))).toEqual([])
    expect(all.length).toBeGreaterThan(1_000)
  })

  test('no exception is kept that is not needed', () => {
    expect(Object.keys(DIFFERENT).filter((members) => !twins.some((twin) => twin.members === members))).toEqual([])
  })

  test('planted ones are seen, in any order and however declared', () => {
    expect(twins.filter(isPlanted)).toEqual([
      {
        members: 'croaks, pond?, warts',
        found: [`${PLANTED}: PlantedFrog`, `${PLANTED}: PlantedNewt`, `${PLANTED}: PlantedToad`],
      },
    ])
  })
})
