import { expect, test } from 'bun:test'
import { sha256Hex } from '../../src/lib/bytes.ts'
import clankerStandIns from './support/clanker-stand-ins.json'
import standIns from './support/stand-ins.json'

test('the compiled stand-ins are those of the source beside them', async () => {
  const source = await Bun.file(new URL('support/StandIns.sol', import.meta.url)).text()
  // When this fails: bun test/evm/support/compile-stand-ins.ts
  expect(sha256Hex(source)).toBe(standIns.sourceSha256)
  expect(Object.keys(standIns.code).sort()).toEqual([
    'RefusesPayment',
    'StandInAgentRegistry',
    'StandInCoin',
    'StandInFactory',
    'StandInJobs',
    'StandInMulticall',
    'StandInPoolManager',
    'StandInPushSplit',
    'StandInPushSplitFactory',
    'StandInUsdc',
    'StandInWarehouse',
  ])
})

test('the compiled stand-ins of Clanker’s contracts are those of the source beside them', async () => {
  const source = await Bun.file(new URL('support/ClankerStandIns.sol', import.meta.url)).text()
  expect(sha256Hex(source)).toBe(clankerStandIns.sourceSha256)
  expect(Object.keys(clankerStandIns.code)).toContain('StandInClanker')
})
