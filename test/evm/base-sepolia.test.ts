import { expect, setDefaultTimeout, test } from 'bun:test'
import { clankerSetup } from '../../src/adapters/launchpads/clanker/entry.ts'
import { deploymentOn } from '../../src/adapters/launchpads/clanker/deployments.ts'
import { BASE_SEPOLIA_CHAIN_ID, type BaseNetwork } from '../../src/domain/chain.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { toBase64 } from '../../src/lib/bytes.ts'
import { newPerson, pngBytes } from '../support/test-app.ts'
import { describeAnvil } from './support/anvil.ts'
import { serveBase } from './support/serve-base.ts'
import { buyOnClanker, wethOf } from './support/clanker-scene.ts'
import { ETH, newEvmKey, newEvmWallet } from './support/evm-scene.ts'
import { machineTime } from '../support/machine-time.ts'

setDefaultTimeout(240_000)

const SEPOLIA = deploymentOn(BASE_SEPOLIA_CHAIN_ID)

describeAnvil('decision "Base Sepolia": a service on the test network of Base', () => {
  const { ask, anvil, treasury, dataDir } = serveBase(BASE_SEPOLIA_CHAIN_ID)

  test('it is ready, offers Clanker there, and says in a sentence why not Zora', async () => {
    expect((await ask('/readyz')).status).toBe(200)
    const { platforms } = (await ask('/api/platforms')).body
    expect(platforms.find(({ id }: any) => id === 'clanker')).toMatchObject({
      enabled: true,
      title: 'Clanker v4 on Base Sepolia',
      chain: 'eip155:84532',
    })
    expect(platforms.find(({ id }: any) => id === 'zora')).toMatchObject({
      enabled: false,
      reason: 'Zora’s contracts on Base Sepolia are not known here: it needs BASE_CHAIN_ID=8453.',
    })
    expect((await ask('/board')).body).toContain('data-evm-chain="eip155:84532"')
  })

  test('a coin is launched, locked and paid out there, and links to the explorer of that network', async () => {
    const { key, wallet } = newEvmKey()
    const [trader, payer] = [newEvmWallet(), newEvmKey()]
    for (const each of [wallet, trader, payer.wallet]) await anvil().setBalance(each, 10n * ETH)
    const crew = [{ handle: '@one', wallet: newPerson().wallet, evmWallet: newEvmWallet(), share: 100 }]
    const body = { name: 'Tried', ticker: 'TRY', imageBase64: toBase64(pngBytes()), crew, launcherPubkey: wallet }
    const dryRun = await ask('/api/agent/launch/dry-run', body)
    expect(dryRun.body.warnings.join(' ')).toContain('Base Sepolia is a test network')
    const launched = await ask('/api/agent/launch', { ...body, dryRunId: dryRun.body.dryRunId }, { 'x-launcher-key': key })
    expect(launched).toMatchObject({ status: 201, body: { platform: 'clanker', feeShareLocked: true } })
    const { mint } = launched.body
    expect(launched.body.launchpadUrl).toBe(`https://sepolia.basescan.org/token/${mint}`)
    await buyOnClanker(anvil(), trader, mint, ETH, SEPOLIA)
    expect(await ask('/api/agent/crank', { mint }, { 'x-launcher-key': payer.key })).toMatchObject({ status: 200 })
    const { remits } = (await ask(`/api/remits?mint=${mint}`)).body
    expect(remits).toHaveLength(3)
    for (const remit of remits) expect(BigInt(remit.amount.amount)).toBe(await wethOf(anvil(), remit.wallet))
    expect((await ask('/api/proof')).body.treasuries).toEqual([{ chainId: 'eip155:84532', wallet: treasury, currency: 'ETH' }])
    expect((await ask(`/coin/${mint}`)).body).toContain('data-evm-chain="eip155:84532"')
  })

  test('doctor proves the nodes and the factory for the network that the settings say, and no other', async () => {
    const findingsOn = (chainId: BaseNetwork) => {
      const env = { BASE_CHAIN_ID: String(chainId), BASE_RPC_URL: anvil().url, EVM_TREASURY_WALLET: treasury }
      return clankerSetup(readConfig({ ...env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }).base).findings!(machineTime)
    }
    expect(await findingsOn(BASE_SEPOLIA_CHAIN_ID)).toMatchObject([
      { level: 'ok', text: expect.stringMatching(/^Base Sepolia RPC address 1 of 1 .* is of Base Sepolia$/) },
      { level: 'ok', text: 'Clanker makes coins on Base Sepolia' },
    ])
    expect(await findingsOn(8_453)).toMatchObject([{ level: 'fail', text: 'Clanker does not answer on Base' }])
  })
})
