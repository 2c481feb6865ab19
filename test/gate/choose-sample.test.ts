import { describe, expect, test } from 'bun:test'
import { changedKinds, chooseSample } from '../../scripts/gate/choose-sample.ts'
import { HEAVY_KIND_NAMES, HEAVY_KINDS, heavyFiles, isIn } from '../../scripts/gate/heavy-kinds.ts'

const files = heavyFiles()

describe('the heavy tests of one gate', () => {
  test('are the same for one seed, and walk through all files from seed to seed', () => {
    const seeds = Array.from({ length: 60 }, (_, number) => `commit ${number}`)
    const samples = seeds.map((seed) => chooseSample({ files, changed: [], seed }))
    expect(chooseSample({ files, changed: [], seed: seeds[0]! })).toEqual(samples[0]!)
    expect([...new Set(samples.flat())].toSorted()).toEqual(files)
    for (const sample of samples) expect(sample.length).toBeLessThan(files.length / 3)
  })

  test('have a file of every kind', () => {
    const sample = chooseSample({ files, changed: [], seed: 'any' })
    for (const name of HEAVY_KIND_NAMES)
      expect(
        sample.filter((path) => isIn(path, HEAVY_KINDS[name].tests)),
        name,
      ).not.toEqual([])
  })

  test('have every file of a kind whose subject changed, and every test file that changed', () => {
    const changed = ['src/features/payments/admit-payment.ts', 'test/chain/idl.test.ts']
    expect(changedKinds(changed)).toEqual(['house', 'payments'])
    const sample = chooseSample({ files, changed, seed: 'any' })
    expect(sample).toEqual(expect.arrayContaining([...heavyFiles(['payments', 'house']), 'test/chain/idl.test.ts']))
  })

  test('leave no test folder that is needed out: what a kind names is there', () => {
    for (const name of HEAVY_KIND_NAMES) expect(heavyFiles([name]), name).not.toEqual([])
  })
})
