import { expect, setDefaultTimeout, test } from 'bun:test'
import { zoraSetup } from '../../src/adapters/launchpads/zora/entry.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { describeAnvil, startAnvil } from './support/anvil.ts'
import { newEvmKey, REFERRER } from './support/evm-scene.ts'
import { machineTime } from '../support/machine-time.ts'

setDefaultTimeout(180_000)

const baseFindings = ({ base }: ReturnType<typeof readConfig>) => zoraSetup(base).findings!(machineTime)

const set = (changes: Record<string, string>) =>
  readConfig({
    SOLANA_RPC_URL: 'http://127.0.0.1:9',
    TREASURY_WALLET: 'So11111111111111111111111111111111111111112',
    PLATFORM_REFERRER_WALLET: REFERRER,
    EVM_TREASURY_WALLET: REFERRER,
    ...changes,
  })

describeAnvil('decision "What keeps a start from happening": doctor on Base', () => {
  test('says what is missing, whether the node answers and is Base’s, and nothing where nobody asked', async () => {
    const anvil = await startAnvil()
    expect(await baseFindings(readConfig({}))).toEqual([])
    expect(await baseFindings(set({}))).toMatchObject([{ level: 'warn', text: expect.stringContaining('It needs BASE_RPC_URL') }])
    expect(await baseFindings(set({ BASE_RPC_URL: anvil.url }))).toMatchObject([{ level: 'ok' }, { level: 'ok' }])
    expect(await baseFindings(set({ BASE_RPC_URL: 'http://127.0.0.1:9' }))).toMatchObject([
      { level: 'fail', text: 'Base RPC address 1 of 1 (127.0.0.1:9) does not answer' },
    ])
    const payer = newEvmKey()
    const paying = { BASE_RPC_URL: anvil.url, EVM_CRANK_PAYER_KEY: payer.key }
    for (const [wei, level] of [
      [10n ** 14n, 'warn'],
      [10n ** 16n, 'ok'],
    ] as const) {
      await anvil.setBalance(payer.wallet, wei)
      const last = (await baseFindings(set(paying))).at(-1)!
      expect(last).toMatchObject({ level, text: expect.stringContaining(`${payer.wallet} and holds 0.`) })
    }
    const alone = set({ BASE_RPC_URL: anvil.url, SOLANA_RPC_URL: '', TREASURY_WALLET: '' })
    expect(await baseFindings(alone)).toMatchObject([{ level: 'ok' }, { level: 'ok' }])
    const simulated = set({ BASE_RPC_URL: anvil.url, SOLANA_RPC_URL: '', EVM_TREASURY_WALLET: '' })
    expect(await baseFindings(simulated)).toMatchObject([{ level: 'warn', text: expect.stringContaining('It needs EVM_TREASURY_WALLET') }])
    await anvil.stop()
  })
})
