import { expect, test } from 'bun:test'
import { chainsOf } from '../../../src/config/chains.ts'
import { launchpadsOf } from '../../../src/config/launchpads.ts'
import { readConfig } from '../../../src/config/read-config.ts'

const BASE = { BASE_RPC_URL: 'https://base.example', EVM_TREASURY_WALLET: '0x00000000000000000000000000000000000fee20' }
const SOLANA = { SOLANA_RPC_URL: 'https://solana.example', TREASURY_WALLET: 'So11111111111111111111111111111111111111112' }
const reasonsOf = (env: Record<string, string>) =>
  Object.fromEntries(launchpadsOf(readConfig(env)).map(({ facts, reason }) => [facts.id, reason]))

test('decision "Clanker": it is off unless Base is configured, and needs no platform referrer, as Zora does', () => {
  expect(reasonsOf({})).toMatchObject({ clanker: 'It needs SOLANA_RPC_URL, BASE_RPC_URL, EVM_TREASURY_WALLET.' })
  expect(reasonsOf(SOLANA)).toMatchObject({ clanker: 'It needs BASE_RPC_URL, EVM_TREASURY_WALLET.' })
  expect(reasonsOf(BASE)).toMatchObject({ clanker: expect.stringContaining('BASE_RPC_URL needs SOLANA_RPC_URL') })
  expect(reasonsOf({ ...SOLANA, ...BASE })).toMatchObject({ clanker: null, zora: 'It needs PLATFORM_REFERRER_WALLET.' })
})

test('decision "Clanker": what its entry says of Base is what Zora’s says', () => {
  const setups = launchpadsOf(readConfig({ ...SOLANA, ...BASE, EVM_CRANK_DAILY_GWEI: '7', EVM_CRANK_MAX_GWEI: '3' }))
  const [zora, clanker] = ['zora', 'clanker'].map((id) => setups.find(({ facts }) => facts.id === id)!.chain)
  expect(clanker!).toEqual(zora!)
  expect(chainsOf(readConfig({ ...SOLANA, ...BASE })).filter(({ chainId }) => chainId === 'eip155:8453')).toHaveLength(1)
})
