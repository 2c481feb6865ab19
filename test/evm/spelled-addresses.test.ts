import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ADDRESS_ROUTES_OF_A_CHAIN, spellingsOf } from '../support/address-routes.ts'
import { describeAnvil } from './support/anvil.ts'
import { ETH, newEvmWallet } from './support/evm-scene.ts'
import { createEvmService, type EvmService } from './support/evm-service.ts'
import type { EvmPerson } from './support/serve-on-anvil.ts'
import { olderLaunch } from './support/older-launch.ts'

setDefaultTimeout(180_000)

/** Each call with every way to write the address of a coin or its launcher; none may be another coin’s, or none at all. */
describeAnvil('decision "EVM addresses": however an address is written, the chain is asked of the same coin', () => {
  let service: EvmService
  let launcher: EvmPerson
  let mint: string
  const tested = new Set<string>()
  beforeAll(async () => {
    service = await createEvmService({ app: { env: { JOBS_ENABLED: '1' } } })
    launcher = await service.person()
    mint = (await service.post('/api/agent/launch', service.body(launcher), launcher)).body.mint
  })
  afterAll(async () => {
    await service.stop()
    expect([...tested].toSorted()).toEqual([...ADDRESS_ROUTES_OF_A_CHAIN].toSorted())
  })
  /** What the call answers to each spelling. */
  const answers = async (
    route: (typeof ADDRESS_ROUTES_OF_A_CHAIN)[number],
    address: string,
    ask: (spelled: string) => Promise<unknown>,
  ) => {
    tested.add(route)
    const seen: unknown[] = []
    for (const spelled of spellingsOf(address)) seen.push(await ask(spelled))
    return seen
  }
  const coinOf = ({ status, body }: { status: number; body: any }) => [status, body.mint]

  test('status, markets and what is not offered here', async () => {
    const status = async (spelled: string) => (await service.get(`/api/agent/status/${spelled}`)).body.coin.mint
    expect(await answers('GET /api/agent/status/{mint}', mint, status)).toEqual([mint, mint, mint])
    const market = async (spelled: string) => (await service.get(`/api/coins/${spelled}/market`)).body.market.mint
    expect(await answers('GET /api/coins/{mint}/market', mint, market)).toEqual([mint, mint, mint])
    const markets = async (spelled: string) => (await service.get(`/api/markets?mints=${spelled},${mint}`)).body.markets
    const found = await answers('GET /api/markets', mint, markets)
    expect(found.map((each: any) => each.map((one: any) => one.mint))).toEqual([[mint], [mint], [mint]])
    const toHolders = (spelled: string) => service.post('/api/agent/lock-holder-kol', { mint: spelled }, launcher)
    for (const answer of await answers('POST /api/agent/lock-holder-kol', mint, toHolders))
      expect(answer).toMatchObject({ body: { code: 'operation_not_offered' } })
    const unsigned = (spelled: string) =>
      service.post('/api/agent/lock-holder-kol/unsigned', { mint: spelled, launcherPubkey: launcher.wallet.toLowerCase() })
    for (const answer of await answers('POST /api/agent/lock-holder-kol/unsigned', mint, unsigned))
      expect(answer).toMatchObject({ body: { code: 'operation_not_offered' } })
    const job = { template: 'meme-pack', chainId: 'sim', asset: 'SOL', budget: 40 }
    const jobs = async (spelled: string) => (await service.post('/api/jobs/coin', { mint: spelled, ...job })).body.code
    const codes = await answers('POST /api/jobs/coin', mint, jobs)
    expect([new Set(codes).size, codes[0]]).toEqual([1, 'price_not_available'])
  })

  test('a crank: of the same moment it is one, and what it paid is in the record of the coin', async () => {
    await service.trade(mint, 10n * ETH)
    tested.add('POST /api/agent/crank')
    const payers = await Promise.all(spellingsOf(mint).map(() => service.person()))
    const cranks = await Promise.all(
      spellingsOf(mint).map((spelled, index) => service.post('/api/agent/crank', { mint: spelled }, payers[index]!)),
    )
    expect(cranks.map(({ status, body }) => [status, body.mint, body.signature])).toEqual(
      cranks.map(() => [200, mint, cranks[0]!.body.signature]),
    )
    const { remits } = (await service.get(`/api/remits?mint=${mint.toLowerCase()}`)).body
    expect(remits).toHaveLength(5)
    expect((await service.post('/api/agent/crank', { mint: mint.toLowerCase() }, payers[0]!)).body.mint).toBe(mint)
  })

  test('a launch by a launcher in small letters: the plan is of the wallet as it is written everywhere', async () => {
    const dryRun = async (launcherPubkey: string) =>
      service.post('/api/agent/launch/dry-run', service.body(launcher, { launcherPubkey, name: 'Spelled' }))
    const plans = await answers('POST /api/agent/launch/dry-run', launcher.wallet, dryRun)
    for (const plan of plans) expect(plan).toMatchObject({ status: 200, body: { shareholders: { 3: { wallet: launcher.wallet } } } })
    const offer = async (launcherPubkey: string) => service.post('/api/agent/launch/unsigned', service.body(launcher, { launcherPubkey }))
    for (const answer of await answers('POST /api/agent/launch/unsigned', launcher.wallet, offer))
      expect(answer).toMatchObject({ status: 200 })
    const launch = async (launcherPubkey: string) => {
      const person = await service.person()
      const at = spellingsOf(launcher.wallet).indexOf(launcherPubkey)
      const body = service.body(person, { launcherPubkey: spellingsOf(person.wallet)[at], name: `Spelled ${at}` })
      const { dryRunId } = (await service.post('/api/agent/launch/dry-run', { ...body, launcherPubkey: person.wallet })).body
      const { status, body: made } = await service.post('/api/agent/launch', { ...body, dryRunId }, person)
      return [status, made.launcher === person.wallet]
    }
    expect(await answers('POST /api/agent/launch', launcher.wallet, launch)).toEqual(Array.from({ length: 3 }, () => [201, true]))
  })

  test('wire-fees of a coin of another maker, signed here and elsewhere', async () => {
    const crew = service.crew.map(({ wallet: _solana, evmWallet, ...seat }) => ({ ...seat, wallet: evmWallet }))
    const ask = { platform: 'zora', mode: 'agent', crew }
    const made = async () => {
      const person = await service.person()
      const by = service.launchpad.parseLauncher({ reveal: () => person.key } as never)
      const shareholders = [{ wallet: newEvmWallet(), bps: 10_000 }] as never
      const plan = { name: 'Else', ticker: 'ELSE', metadataUri: 'https://coins.example/m/1', initialBuyAtomic: 0n, atomicRequired: false }
      const { mint: coin, transactions } = await olderLaunch(service.anvil, { ...plan, shareholders } as never, by)
      for (let round = 0; round < 6; round += 1) {
        await service.launchpad.advance(transactions.filter(({ steps }) => !steps.includes('lock')))
        await service.anvil.mine(3)
      }
      return { coin: coin as string, person }
    }
    const seen: unknown[] = []
    tested.add('POST /api/agent/wire-fees').add('POST /api/agent/wire-fees/unsigned')
    for (const index of [0, 1, 2]) {
      const { coin, person } = await made()
      const [spelled, launcherPubkey] = [spellingsOf(coin)[index]!, spellingsOf(person.wallet)[index]!]
      const planned = await service.post('/api/agent/launch/dry-run', { ...ask, intent: 'wire-fees', mint: spelled, launcherPubkey })
      expect(planned).toMatchObject({ status: 200, body: { shareholders: { 3: { wallet: person.wallet } } } })
      const unsigned = await service.post('/api/agent/wire-fees/unsigned', { ...ask, mint: spelled, launcherPubkey })
      expect(coinOf(unsigned)).toEqual([200, coin])
      seen.push(await service.post('/api/agent/wire-fees', { ...ask, mint: spelled, dryRunId: planned.body.dryRunId }, person))
      expect(coinOf(seen.at(-1) as any)).toEqual([201, coin])
      expect((await service.get('/api/coins?limit=100')).body.coins.filter((each: any) => each.mint === coin)).toHaveLength(1)
    }
  })
})
