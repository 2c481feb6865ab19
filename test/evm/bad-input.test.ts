import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { getAddress } from 'viem'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'
import { makeKol } from '../support/make-kol.ts'
import { describeAnvil } from './support/anvil.ts'
import { createEvmService, type EvmService } from './support/evm-service.ts'
import type { EvmPerson } from './support/serve-on-anvil.ts'
import { newEvmWallet, REFERRER } from './support/evm-scene.ts'

setDefaultTimeout(180_000)

/** An address whose checksum is wrong in one letter. */
function mistyped(address: string): string {
  const at = [...address].findIndex((letter, index) => index > 1 && /[a-f]/i.test(letter))
  const letter = address[at]!
  return address.slice(0, at) + (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()) + address.slice(at + 1)
}

describeAnvil('what a launch on Base refuses', () => {
  let service: EvmService
  let launcher: EvmPerson
  const withEvm = newEvmWallet() as string
  const profile = (handle: string, rank: number, evmWallet: string | null) => ({
    ...makeKol({ handle, rank, evmWallet, wallet: newPerson().wallet }),
    optedOut: false,
  })
  const [frog, toad] = [profile('frog', 1, withEvm), profile('toad', 2, null)]
  beforeAll(async () => {
    service = await createEvmService({
      app: { kols: [frog, toad] },
    })
    launcher = await service.person()
    for (const handle of ['frog', 'toad']) await service.app.deps.storage.kols.setReferralCode(handle, handle.toUpperCase())
  })
  afterAll(() => service.stop())

  const crewWith = (changes: Record<string, unknown>) => [service.crew[0]!, { ...service.crew[1]!, ...changes }, service.crew[2]!]

  /** The same refusal at dry-run and launch, which name this; and nothing was sent. */
  async function expectRefused(changes: Record<string, unknown>, code: string, detail: RegExp, field: string): Promise<void> {
    const body = service.body(launcher, changes)
    for (const path of ['/api/agent/launch/dry-run', '/api/agent/launch']) {
      const answer = await service.post(path, body, launcher)
      expect({ path, status: answer.status, code: answer.body.code }).toEqual({ path, status: 400, code })
      expect(JSON.stringify(answer.body)).toMatch(detail)
      if (answer.body.errors) expect(answer.body.errors[0].path).toBe(field)
    }
    const { launches } = (await service.get('/api/agent/launches')).body
    expect(launches).toEqual([])
    expect(Number(await service.anvil.call<string>('eth_getTransactionCount', launcher.wallet, 'latest'))).toBe(0)
  }

  test('decision "EVM addresses": a Solana wallet in evmWallet is refused, and its member named', () =>
    expectRefused(
      { crew: crewWith({ evmWallet: service.crew[1]!.wallet }) },
      'crew_wallet_invalid',
      /@two.*Solana wallet/,
      '/crew/1/evmWallet',
    ))

  test('decision "EVM addresses": an evmWallet with a bad checksum is refused, and its member named', () =>
    expectRefused(
      { crew: crewWith({ evmWallet: mistyped(newEvmWallet()) }) },
      'crew_wallet_invalid',
      /@two.*checksum/,
      '/crew/1/evmWallet',
    ))

  test('decision "EVM addresses": an evmWallet that is no address is refused', () =>
    expectRefused({ crew: crewWith({ evmWallet: '0x1234' }) }, 'crew_wallet_invalid', /@two.*40 hex digits/, '/crew/1/evmWallet'))

  test('decision "EVM addresses": a crew member without evmWallet is refused by name', () =>
    expectRefused({ crew: crewWith({ evmWallet: undefined }) }, 'crew_evm_wallet_missing', /@two has no evmWallet/, '/crew/1/evmWallet'))

  test.each([
    ['a contract that refuses payments', '0x60006000fd'],
    ['a contract that takes more gas than a split gives', '0x5b600056'],
    ['a wallet that lets a contract act for it, which refuses payments', null],
  ])('decision "EVM addresses": %s is refused as a member’s wallet', async (_what, code) => {
    const wallet = newEvmWallet()
    const refuser = newEvmWallet()
    await service.anvil.call('anvil_setCode', refuser, '0x60006000fd')
    await service.anvil.call('anvil_setCode', wallet, code ?? `0xef0100${refuser.slice(2)}`)
    await expectRefused({ crew: crewWith({ evmWallet: wallet }) }, 'crew_wallet_invalid', /a payment to it fails/, '/crew/1/wallet')
  })

  test('decision "A recipient is proved payable": a platform referrer that takes no payment is refused, since a coin would keep it for good', async () => {
    await service.anvil.call('anvil_setCode', REFERRER, '0x60006000fd')
    await expectRefused({}, 'launch_refused', /platform referrer takes no payment/, '')
    await service.anvil.call('anvil_setCode', REFERRER, '0x')
  })

  test('rules 10.7: a treasury that takes no payment is refused by its role', async () => {
    await service.anvil.call('anvil_setCode', service.treasury, '0x60006000fd')
    await expectRefused({}, 'recipient_not_payable', /treasury/, '')
    await service.anvil.call('anvil_setCode', service.treasury, '0x')
  })

  test('rules 10.7: the zero address is refused, since nobody holds it', () =>
    expectRefused(
      { crew: crewWith({ evmWallet: `0x${'0'.repeat(40)}` }) },
      'validation_invalid',
      /not a wallet of this platform/,
      '/crew/1/wallet',
    ))

  test('rules 10.7: a launcher who is in the crew is refused, in small letters too', () =>
    expectRefused(
      { crew: crewWith({ evmWallet: launcher.wallet.toLowerCase() }) },
      'validation_invalid',
      /is the launcher/,
      '/crew/1/wallet',
    ))

  test('decision "EVM addresses": a launcherPubkey that is no EVM address, or whose mixed letters are not its checksum, is refused', async () => {
    const wrong = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'
    for (const launcherPubkey of [service.crew[0]!.wallet, wrong])
      await expectRefused({ launcherPubkey }, 'validation_invalid', /not a wallet of Zora/, '/launcherPubkey')
  })

  test('decision "No first buy, no holder-KOL and no graduation on Base": a first buy and holder-KOL are refused, since they are not offered here', async () => {
    await expectRefused({ initialBuySol: 0.1 }, 'operation_not_offered', /first buy/, '/initialBuySol')
    await expectRefused({ holderKol: true, crew: undefined }, 'operation_not_offered', /holder-KOL/, '/holderKol')
  })

  test('rules 5.2 and 10.2: a launcher secret that is none, or one of Solana, is refused and not repeated', async () => {
    const { secret } = service.app.launcher
    for (const key of ['0xdeadbeef', secret, `0x${'f'.repeat(64)}`]) {
      const answer = await service.post('/api/agent/launch', service.body(launcher), { key: key as `0x${string}`, wallet: '' })
      expect(answer).toMatchObject({ status: 400, body: { code: 'launcher_secret_invalid' } })
      expect(JSON.stringify(answer.body) + service.app.logLines.join('')).not.toContain(key.slice(4, 40))
    }
    expect((await service.post('/api/agent/launch', service.body(launcher))).body.code).toBe('launcher_secret_required')
  })

  test('rules 10.2: the secret of another launcher than the one that the request names is refused', async () => {
    const answer = await service.post('/api/agent/launch', service.body(launcher), await service.person())
    expect(answer).toMatchObject({ status: 400, body: { code: 'launcher_mismatch' } })
  })

  test('rules 7: a launcher who cannot pay the gas is refused, and told the sums in ETH', async () => {
    const poor = await service.person(1_000n)
    const answer = await service.post('/api/agent/launch', service.body(poor), poor)
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'balance_too_low', detail: expect.stringMatching(/holds 0\.000000000000001 ETH and needs 0\.\d+ ETH/) },
    })
  })

  const claimWith = async (referralCode: string) =>
    (await service.app.call('POST', '/api/agent/keys/claim', { referralCode }, { address: `203.0.113.${referralCode.length}` })).body
      .key as string

  test('rules 1.2: a key whose referrer has no EVM wallet is refused; one whose referrer has gets 5% inside the split', async () => {
    const refused = await service.post('/api/agent/launch/dry-run', service.body(launcher), null, await claimWith('TOAD'))
    expect(refused).toMatchObject({ status: 400, body: { code: 'referrer_wallet_required', detail: expect.stringContaining('toad') } })
    const { body } = await service.post('/api/agent/launch/dry-run', service.body(launcher), null, await claimWith('FROG'))
    expect(body.referral).toEqual({ code: 'FROG', handle: 'frog', bps: 500, wallet: getAddress(withEvm) })
    expect(body.shareholders.slice(-2).map(({ wallet, bps }: any) => [wallet, bps])).toEqual([
      [getAddress(withEvm), 500],
      [service.treasury, 2_000],
    ])
  })

  test('decision "Autohire excludes": Autohire hires those alone who have an EVM wallet, and pays them there', async () => {
    const body = service.body(launcher, { crew: undefined, autoHire: { seats: 2 } })
    const answer = await service.post('/api/agent/launch/dry-run', body)
    expect(answer.status).toBe(200)
    expect(answer.body.crew.map(({ handle, wallet }: any) => [handle, wallet])).toEqual([['frog', getAddress(withEvm)]])
  })

  test('decision "EVM addresses": an evmWallet that is none is refused on Solana too, and a right one changes nothing there', async () => {
    const crew = (evmWallet: string) => [{ ...service.crew[0]!, evmWallet, share: 100 }]
    const solana = (evmWallet: string) =>
      service.app.call('POST', '/api/agent/launch/dry-run', service.app.launchBody({ crew: crew(evmWallet) }), { key: OPERATOR_KEY })
    expect(await solana('nonsense')).toMatchObject({ status: 400, body: { code: 'crew_wallet_invalid' } })
    const { body } = await solana(newEvmWallet())
    expect(body.crew[0].wallet).toBe(service.crew[0]!.wallet)
  })
})
