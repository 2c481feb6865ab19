import { expect, test } from 'bun:test'
import { launchpadsOf } from '../src/config/launchpads.ts'
import { policyOf } from '../src/config/policy.ts'
import { readConfig } from '../src/config/read-config.ts'

test('rules 11: it is a real chain, with its treasury and without any setting of Solana; a node of Base for payments is none', () => {
  const wallet = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
  const alone = { BASE_RPC_URL: 'https://base.test', EVM_TREASURY_WALLET: wallet, BASE_URL: 'https://launch.test' }
  const enabled = (env: Record<string, string>) =>
    launchpadsOf(readConfig(env)).flatMap(({ facts, reason }) => (reason === null ? [facts.id] : []))
  expect(policyOf(readConfig(alone))).toMatchObject({ cluster: 'mainnet-beta', simulatedOpen: false })
  expect(policyOf(readConfig(alone)).chains['eip155:8453']!.treasury as string).toBe('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
  expect(readConfig(alone).prices.source).toBe('none')
  expect(enabled(alone)).toEqual(['clanker'])
  expect(enabled({ ...alone, PLATFORM_REFERRER_WALLET: wallet })).toEqual(['zora', 'clanker'])
  expect(enabled({ BASE_RPC_URL: 'https://base.test' })).toEqual(['simulated'])
  expect(policyOf(readConfig({ BASE_RPC_URL: 'https://base.test' })).cluster).toBe('simulated')
})
