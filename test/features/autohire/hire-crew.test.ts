import { expect, test } from 'bun:test'
import { PUMP_FACTS } from '../../../src/adapters/launchpads/pump/facts.ts'
import { ZORA_FACTS } from '../../../src/adapters/launchpads/zora/facts.ts'
import { policyOf } from '../../../src/config/policy.ts'
import { readConfig } from '../../../src/config/read-config.ts'
import type { Wallet } from '../../../src/domain/brands.ts'
import { buildKolIndex } from '../../../src/domain/matching/build-kol-index.ts'
import { hireCrew } from '../../../src/features/autohire/hire-crew.ts'
import { newPerson } from '../../support/test-app.ts'

const EVM = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', null] as const
const kols = EVM.map((evmWallet, index) => ({
  rank: index + 1,
  handle: `frog${index}`,
  displayName: 'Frog',
  aliases: [],
  wallet: newPerson().wallet as Wallet,
  evmWallet,
  followers: 1,
  narratives: ['frog'],
  roles: [],
  correlated: [],
  verified: false,
}))

const index = buildKolIndex(kols as never)

test.each([
  ['Solana', PUMP_FACTS, kols.map(({ wallet }) => wallet), 3],
  ['Base', ZORA_FACTS, kols.flatMap(({ evmWallet }) => evmWallet ?? []), 2],
] as const)(
  'decision "Autohire excludes": on %s everyone who has a wallet there is hired, but treasury and launcher in any spelling',
  async (_chain, position, paid, count) => {
    const hire = async (treasury: string, launcher: string | null) => {
      const config = readConfig({
        SOLANA_RPC_URL: 'http://127.0.0.1:9',
        TREASURY_WALLET: position === PUMP_FACTS ? treasury : newPerson().wallet,
        EVM_TREASURY_WALLET: position === ZORA_FACTS ? treasury : '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
      })
      const deps = { directory: { index: async () => index } as never, policy: policyOf(config), storage: null as never }
      const coin = { name: 'Frog', ticker: 'FROG', description: 'a frog' }
      const terms = { coin, seats: 3, mode: 'split', referred: false, launchpad: position } as const
      const { crew } = await hireCrew(deps, { ...terms, keyId: 'ak_1' as never, launcher: launcher as Wallet | null })
      return crew.map(({ wallet }) => wallet as string).toSorted()
    }
    const stranger = position === PUMP_FACTS ? newPerson().wallet : '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
    expect(await hire(stranger, null)).toEqual(paid.toSorted())
    expect(await hire(stranger, paid[0]!)).toHaveLength(count - 1)
    expect(await hire(paid[0]!.startsWith('0x') ? paid[0]!.toLowerCase() : paid[0]!, null)).toEqual(paid.slice(1).toSorted())
  },
)
