import { describe, expect, test } from 'bun:test'
import { sources, type Arrow, arrowsOf } from './support/sources.ts'

/**
 * The folders of features in steps: each imports from the steps below its own, and from no other. What money does on a chain
 * stands on one step (launch, fee-share, dry-run, buyback, jobs): these use operations and plan, and never each other.
 */
const FEATURE_STEPS: readonly (readonly string[])[] = [
  ['operator-log'],
  ['consents'],
  [
    'autohire',
    'budgets',
    'events',
    'health',
    'kit',
    'kols',
    'payments',
    'programs',
    'proof',
    'referrals',
    'simulated',
    'topics',
    'webhooks',
  ],
  ['findings', 'keys', 'metrics', 'operations', 'plan', 'well-known'],
  ['receipt', 'credits'],
  ['alarms', 'a2a', 'coins', 'discovery', 'ledger', 'maintenance', 'oauth', 'pages'],
  ['buyback', 'dry-run', 'fee-share', 'jobs', 'launch'],
  ['acp', 'approvals', 'operator', 'remits'],
  ['board', 'live', 'policies', 'wallets'],
]

/** What a new folder of features needs. */
const HOW_TO_STEP = 'add it to FEATURE_STEPS in test/feature-order.test.ts, in a line below what it imports and above what imports it'

/** The step of the feature that a file is of; null of files outside the features. @throws Error for a folder that has no step */
function stepOf(path: string): number | null {
  const folder = /^src\/features\/([\w-]+)\//.exec(path)?.[1]
  if (folder === undefined) return null
  const step = FEATURE_STEPS.findIndex((folders) => folders.includes(folder))
  if (step === -1) throw new Error(`features/${folder} has no step: ${HOW_TO_STEP}`)
  return step
}
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** Imports of a feature from another one that stands on its own step, or above. */
const againstTheOrder = (arrows: readonly Arrow[]): string[] =>
  arrows
    .filter(([from, to]) => folderOf(from) !== folderOf(to))
    .filter(([from, to]) => (stepOf(from) ?? Infinity) <= (stepOf(to) ?? -1))
    .map(([from, to]) => `${from} imports ${to}`)

/** Groups of names that reach each other along the arrows. */
function circles(arrows: readonly Arrow[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of arrows) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  const reached = (start: string) => {
    const seen = new Set<string>()
    const open = [...(next.get(start) ?? [])]
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name)) continue
      seen.add(name)
      open.push(...(next.get(name) ?? []))
    }
    return seen
  }
  const reach = new Map([...next.keys()].map((name) => [name, reached(name)]))
  const found = new Map<string, string[]>()
  for (const [name, names] of reach) {
    if (!names.has(name)) continue
    const circle = [name, ...names].filter((other) => reach.get(other)?.has(name) && names.has(other)).toSorted()
    found.set([...new Set(circle)].join(' '), [...new Set(circle)])
  }
  return [...found.values()]
}

/** In each folder the arrows between what stands side by side there: its files and its folders. */
function roomArrows(arrows: readonly Arrow[]): Arrow[] {
  return arrows.flatMap(([from, to]) => {
    const [a, b] = [from.split('/'), to.split('/')]
    const depth = a.findIndex((part, index) => part !== b[index])
    return depth === -1 ? [] : [[a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')] as const]
  })
}

describe('the order of folders and features', () => {
  test('no circle of files, and none of folders: what stands side by side imports in one direction', async () => {
    const arrows = (await Promise.all(sources.map(async (path) => arrowsOf(path, await Bun.file(path).text())))).flat()
    expect(circles(arrows)).toEqual([])
    expect(circles(roomArrows(arrows))).toEqual([])
    expect(arrows.length).toBeGreaterThan(1_000)
  })

  test('a launchpad’s folder is its own: what other adapters need too is in chains/', async () => {
    const arrows = (await Promise.all(sources.map(async (path) => arrowsOf(path, await Bun.file(path).text())))).flat()
    const reached = (from: string, to: string) => {
      const own = /^src\/adapters\/launchpads\/\w+\//.exec(to)?.[0]
      return own !== undefined && from.startsWith('src/adapters/') && !from.startsWith(own)
    }
    expect(arrows.filter(([from, to]) => reached(from, to))).toEqual([])
    expect(reached('src/adapters/escrow/devnet-rail.ts', 'src/adapters/launchpads/pump/context.ts')).toBe(true)
  })

  test('features import in one order: those that move money never import each other', async () => {
    const arrows = (await Promise.all(sources.map(async (path) => arrowsOf(path, await Bun.file(path).text())))).flat()
    expect(againstTheOrder(arrows)).toEqual([])
    const folders = new Set(sources.flatMap((path) => /^src\/features\/([\w-]+)\//.exec(path)?.[1] ?? []))
    const steps = FEATURE_STEPS.flat()
    expect([...folders].filter((name) => !steps.includes(name)).map((name) => `features/${name} has no step: ${HOW_TO_STEP}`)).toEqual([])
    expect(steps.filter((name) => !folders.has(name)).map((name) => `features/${name} is gone: take it out of FEATURE_STEPS`)).toEqual([])
    expect(steps.length).toBe(folders.size)
  })

  test.each([
    ['src/features/launch/x.ts', `import { y } from '../fee-share/y.ts'`],
    ['src/features/jobs/x.ts', `import type { Y } from '../buyback/y.ts'`],
    ['src/features/operations/x.ts', `import { y } from '../plan/y.ts'`],
    ['src/features/plan/x.ts', `import { y } from '../launch/y.ts'`],
  ])('a planted import against the order is seen: %s %s', (path, source) => {
    expect(againstTheOrder(arrowsOf(path, source))).toHaveLength(1)
    expect(againstTheOrder(arrowsOf(path, source.replace(/\.\.\/[\w-]+/, '../budgets')))).toEqual([])
    expect(() => againstTheOrder(arrowsOf(path, source.replace(/\.\.\/[\w-]+/, '../new-folder')))).toThrow(
      'features/new-folder has no step',
    )
  })

  test('a planted circle is seen, of files and of folders', () => {
    const files = [
      ...arrowsOf('src/features/a/x.ts', `import { y } from '../b/y.ts'`),
      ...arrowsOf('src/features/b/y.ts', `import type { Z } from './z.ts'`),
      ...arrowsOf('src/features/b/z.ts', `import { x } from '../a/x.ts'`),
    ]
    expect(circles(files)).toEqual([['src/features/a/x.ts', 'src/features/b/y.ts', 'src/features/b/z.ts']])
    const folders = [
      ...arrowsOf('src/features/a/x.ts', `import { y } from '../b/y.ts'`),
      ...arrowsOf('src/features/b/z.ts', `import { w } from '../a/w.ts'`),
    ]
    expect(circles(folders)).toEqual([])
    expect(circles(roomArrows(folders))).toEqual([['src/features/a', 'src/features/b']])
    expect(circles(arrowsOf('src/features/a/x.ts', `const later = await import('./x.ts')`))).toEqual([])
  })
})
