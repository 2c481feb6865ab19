import { expect, setDefaultTimeout, test } from 'bun:test'
import { BASE_CHAIN_ID } from '../../src/domain/chain.ts'
import { toBase64 } from '../../src/lib/bytes.ts'
import { newPerson, pngBytes } from '../support/test-app.ts'
import { describeAnvil } from './support/anvil.ts'
import { serveBase } from './support/serve-base.ts'
import { ETH, newEvmKey, newEvmWallet } from './support/evm-scene.ts'

setDefaultTimeout(240_000)

describeAnvil('a service on Base alone, without any setting of Solana', () => {
  const { ask, anvil, treasury } = serveBase(BASE_CHAIN_ID)

  test('rules 11: it is ready, is no simulation, and its platforms are those of Base', async () => {
    expect(await ask('/readyz')).toMatchObject({ status: 200, cluster: 'mainnet-beta' })
    const { body } = await ask('/api/platforms')
    const enabled = body.platforms.filter((each: any) => each.enabled).map(({ id }: any) => id)
    expect([body.default ?? body.platforms[0].id, enabled]).toEqual(['zora', ['zora', 'clanker']])
    expect((await ask('/api/simulated/clock', { advanceMs: 1 })).status).toBe(404)
    for (const path of ['/', '/api/agent', '/api/board', '/llms.txt', '/openapi.json', '/metrics'])
      expect((await ask(path)).status).toBe(200)
  })

  test.each(['zora', 'clanker'])('rules 11: a coin of %s is launched, locked and proved with the treasury of Base', async (platform) => {
    const { key, wallet } = newEvmKey()
    await anvil().setBalance(wallet, ETH)
    const crew = [{ handle: '@one', wallet: newPerson().wallet, evmWallet: newEvmWallet(), share: 100 }]
    const body = { name: 'Alone', ticker: 'ALONE', platform, imageBase64: toBase64(pngBytes()), crew, launcherPubkey: wallet }
    const dryRun = await ask('/api/agent/launch/dry-run', body)
    expect(dryRun).toMatchObject({ status: 200, body: { cost: { currency: 'ETH' } } })
    const launched = await ask('/api/agent/launch', { ...body, dryRunId: dryRun.body.dryRunId }, { 'x-launcher-key': key })
    expect(launched).toMatchObject({ status: 201, body: { platform, feeShareLocked: true } })
    expect(launched.body.shareholders.map((share: any) => share.wallet)).toContain(treasury)
    expect((await ask('/api/proof')).body).toMatchObject({
      cluster: 'mainnet-beta',
      treasury,
      treasuries: [{ chainId: 'eip155:8453', wallet: treasury, currency: 'ETH' }],
    })
    const { coin } = (await ask(`/api/coins/${launched.body.mint}`)).body
    expect(coin.timeline.map(({ state }: { state: string }) => state)).toEqual(['Launched'])
    for (const path of [`/api/coins/${launched.body.mint}/kit`, `/coin/${launched.body.mint}`, '/api/board'])
      expect((await ask(path)).status).toBe(200)
  })
})
