import { expect, test } from 'bun:test'
import { type Abi, type AbiEvent, type AbiFunction, toEventSelector, toFunctionSelector } from 'viem'
import { coinAbi, factoryAbi, feeLockerAbi, hookAbi, lockerAbi } from '../../../src/adapters/launchpads/clanker/abis.ts'

// Of the contracts as they are deployed on Base, so that our ABIs and the stand-ins cannot be wrong alike.
// Source: base_mainnet_abis of clanker-devco/v4-contracts at b004c2e.
const ON_BASE: readonly (readonly [string, Abi, Readonly<Record<string, string>>])[] = [
  [
    'Clanker',
    factoryAbi,
    {
      deployToken: '0xdf40224a',
      deprecated: '0x0e136b19',
      enabledLockers: '0x3c909e39',
      TokenCreated: '0x9299d1d1a88d8e1abdc591ae7a167a6bc63a8f17d695804e9091ee33aa89fb67',
    },
  ],
  [
    'ClankerLpLockerFeeConversion',
    lockerAbi,
    {
      tokenRewards: '0x30bd3eeb',
      feePreferences: '0xda37c915',
      collectRewards: '0x5763dbd0',
      ClaimedRewards: '0x21d15f71483b597e8f0009e83b90b2117f6f98c185d7173857dddcae5eb8546a',
    },
  ],
  [
    'ClankerFeeLocker',
    feeLockerAbi,
    { availableFees: '0x8296535a', claim: '0x21c0b342', ClaimTokens: '0xf98eaa9c1f790e5c18b1f227bd5bade62600f9f3e3587c7644b90c50b9bf13c5' },
  ],
  ['ClankerHookStaticFee', hookAbi, { PROTOCOL_FEE_NUMERATOR: '0x334e8367' }],
  ['ClankerToken', coinAbi, { name: '0x06fdde03', symbol: '0x95d89b41' }],
]

const isEvent = (item: Abi[number]): item is AbiEvent => item.type === 'event'
const isFunction = (item: Abi[number]): item is AbiFunction => item.type === 'function'

test.each(ON_BASE)('decision "Clanker": what is asked of %s, and what it tells, is called as on Base', (_contract, abi, selectors) => {
  const ours = Object.fromEntries([
    ...abi.filter(isFunction).map((item) => [item.name, toFunctionSelector(item)]),
    ...abi.filter(isEvent).map((item) => [item.name, toEventSelector(item)]),
  ])
  expect(ours).toEqual(selectors)
})
