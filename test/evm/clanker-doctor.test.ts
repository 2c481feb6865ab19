import { expect, setDefaultTimeout, test } from 'bun:test'
import { clankerSetup } from '../../src/adapters/launchpads/clanker/entry.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { describeAnvil, startAnvil } from './support/anvil.ts'
import { createClankerScene } from './support/clanker-scene.ts'
import { newEvmWallet } from './support/evm-scene.ts'
import { machineTime } from '../support/machine-time.ts'

setDefaultTimeout(180_000)

const clankerFindings = ({ base }: ReturnType<typeof readConfig>) => clankerSetup(base).findings!(machineTime)

const set = (changes: Record<string, string>) =>
  readConfig({
    SOLANA_RPC_URL: 'http://127.0.0.1:9',
    TREASURY_WALLET: 'So11111111111111111111111111111111111111112',
    EVM_TREASURY_WALLET: newEvmWallet(),
    ...changes,
  })

describeAnvil('decision "Clanker": doctor asks it too', () => {
  test('says that it makes coins, why it does not, and nothing where nobody asked', async () => {
    const scene = await createClankerScene()
    const findings = () => clankerFindings(set({ BASE_RPC_URL: scene.anvil.url }))
    expect(await clankerFindings(readConfig({}))).toEqual([])
    expect(await clankerFindings(set({}))).toEqual([])
    expect(await findings()).toEqual([{ level: 'ok', text: 'Clanker makes coins on Base' }])
    await scene.change('setDeprecated', true)
    expect(await findings()).toMatchObject([{ level: 'warn', text: expect.stringContaining('closed its version 4 to new coins') }])
    await scene.anvil.stop()
    expect(await findings()).toMatchObject([{ level: 'fail', text: 'Clanker does not answer on Base' }])
    // A node of Base that has no Clanker.
    const bare = await startAnvil()
    expect(await clankerFindings(set({ BASE_RPC_URL: bare.url }))).toMatchObject([{ level: 'fail' }])
    await bare.stop()
  })
})
