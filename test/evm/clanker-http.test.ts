import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  bytesToHex,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  parseAbi,
  parseTransaction,
  type TransactionSerializableEIP1559,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { fromBase64, toBase64 } from '../../src/lib/bytes.ts'
import { makeKol } from '../support/make-kol.ts'
import { newPerson } from '../support/test-app.ts'
import { describeAnvil } from './support/anvil.ts'
import { CLANKER } from './support/clanker-scene.ts'
import { type ClankerService, createClankerService } from './support/clanker-service.ts'
import { ETH, newEvmWallet } from './support/evm-scene.ts'

setDefaultTimeout(180_000)

const ofAdminsAbi = parseAbi([
  'function updateRewardRecipient(address token, uint256 index, address recipient)',
  'function updateRewardAdmin(address token, uint256 index, address admin)',
  'function updateFeePreference(address token, uint256 index, uint8 preference)',
  'function updateAdmin(address admin)',
  'function updateImage(string image)',
  'function imageUrl() view returns (string)',
])

/** True when this sender's call is reverted. */
const isReverted = ({ anvil }: ClankerService, from: string, to: string, data: Hex): Promise<boolean> =>
  anvil.call('eth_call', { from, to, data }, 'latest').then(
    () => false,
    (error: unknown) => /revert/i.test(String(error)),
  )

const launch = async (service: ClankerService, changes: Parameters<ClankerService['body']>[1] = {}) => {
  const launcher = await service.person()
  const launched = await service.post('/api/agent/launch', service.body(launcher, changes), launcher)
  expect(launched).toMatchObject({ status: 201, body: { feeShareLocked: true } })
  return { ...(launched.body as { mint: string; shareholders: { wallet: string; bps: number }[] }), launcher }
}

describeAnvil('a launch with Clanker through the API', () => {
  let service: ClankerService
  beforeAll(async () => {
    const frog = { ...makeKol({ handle: 'frog', rank: 1, evmWallet: newEvmWallet(), wallet: newPerson().wallet }), optedOut: false }
    service = await createClankerService({ app: { kols: [frog] } })
    await service.app.deps.storage.kols.setReferralCode('frog', 'FROG')
  })
  afterAll(() => service.stop())

  test('rules 1.10: dry-run, launch, status, crank: one transaction creates and locks, and each wallet gets its WETH to the wei', async () => {
    const launcher = await service.person()
    const body = service.body(launcher)
    const dryRun = await service.post('/api/agent/launch/dry-run', body)
    expect(dryRun).toMatchObject({
      status: 200,
      body: { lockPath: 'atomic-evm', cost: { currency: 'ETH' }, terms: { platformReferrer: null } },
    })
    expect((Number(dryRun.body.terms.opening.amount) / 1e18).toFixed(2)).toBe('9.87')
    expect(dryRun.body.warnings.join(' ')).toMatch(/WETH.*no least price.*one place.*nobody can change.*version 5/s)
    const launched = await service.post('/api/agent/launch', { ...body, dryRunId: dryRun.body.dryRunId }, launcher)
    expect(launched).toMatchObject({
      status: 201,
      body: { platform: 'clanker', feeShareLocked: true, feesLockedAtLaunch: true, lockPath: 'atomic-evm' },
    })
    const { mint, createSlot, lockSlot, signature, feeShareSignature, shareholders } = launched.body
    expect([lockSlot, feeShareSignature]).toEqual([createSlot, signature])
    expect(Number(await service.anvil.call('eth_getTransactionCount', launcher.wallet, 'latest'))).toBe(1)
    expect((await service.get(`/api/agent/status/${mint}`)).body).toMatchObject({ feeShareLocked: true, onChain: { locked: true } })

    // The picture is on chain for good, at an address that answers.
    const data = encodeFunctionData({ abi: ofAdminsAbi, functionName: 'imageUrl' })
    const image = await service.anvil.call<Hex>('eth_call', { to: mint, data }, 'latest')
    const imageUrl = new URL(decodeFunctionResult({ abi: ofAdminsAbi, functionName: 'imageUrl', data: image }))
    expect((await service.app.call('GET', imageUrl.pathname)).status).toBe(200)

    await service.trade(mint, 10n * ETH)
    const payer = await service.person()
    const cranked = await service.post('/api/agent/crank', { mint }, payer)
    const feeWei = ETH / 10n
    const inWeth = { amount: String(feeWei), decimals: 18, currency: 'WETH' }
    expect(cranked).toMatchObject({ status: 200, body: { distributed: inWeth, currency: 'WETH', missing: null } })
    expect(cranked.body.tip).toStartWith('Paid 0.1 WETH')
    for (const { wallet, bps } of shareholders) expect(await service.wethOf(wallet)).toBe((feeWei * BigInt(bps)) / 10_000n)
    expect(Number(await service.anvil.call('eth_getTransactionCount', payer.wallet, 'latest'))).toBe(1)
    expect(await service.wethOf(CLANKER.factory)).toBe(feeWei / 5n)
    const { remits } = (await service.get(`/api/remits?mint=${mint}`)).body
    expect(new Set(remits.map(({ amount }: any) => amount.currency))).toEqual(new Set(['WETH']))
    expect((await service.get(`/api/coins/${mint}`)).body.coin).toMatchObject({ paid: inWeth, currency: 'WETH' })
    const zero = (currency: string, decimals: number) => ({ amount: '0', decimals, currency })
    expect((await service.get('/api/board')).body.stats).toMatchObject({ remitted: [zero('SOL', 9), zero('ETH', 18), inWeth] })
    expect(remits.map(({ wallet, amount }: any) => [wallet, amount.amount]).toSorted()).toEqual(
      shareholders.map(({ wallet, bps }: any) => [wallet, String((feeWei * BigInt(bps)) / 10_000n)]).toSorted(),
    )
    await service.app.clock.advance(10_000)
    const nothing = await service.post('/api/agent/crank', { mint }, payer)
    expect(nothing).toMatchObject({ status: 200, body: { missing: { amount: expect.stringMatching(/^[1-9]/), currency: 'WETH' } } })
    expect(Number(await service.anvil.call('eth_getTransactionCount', payer.wallet, 'latest'))).toBe(1)
  })

  test('rules 3.2: launcher, treasury and strangers change neither rows nor picture', async () => {
    const { mint, launcher, shareholders } = await launch(service)
    const other = newEvmWallet() as string as Hex
    const calls: [string, Hex][] = [
      ...shareholders.flatMap((_row, index): [string, Hex][] =>
        (
          [
            ['updateRewardRecipient', other],
            ['updateRewardAdmin', other],
            ['updateFeePreference', 2],
          ] as const
        ).map(([functionName, value]) => [
          CLANKER.locker,
          encodeFunctionData({ abi: ofAdminsAbi, functionName, args: [mint, BigInt(index), value] } as never),
        ]),
      ),
      [mint, encodeFunctionData({ abi: ofAdminsAbi, functionName: 'updateAdmin', args: [other] })],
      [mint, encodeFunctionData({ abi: ofAdminsAbi, functionName: 'updateImage', args: ['https://other.example'] })],
    ]
    for (const from of [launcher.wallet, service.treasury, shareholders[0]!.wallet, other])
      for (const [to, data] of calls) expect(await isReverted(service, from, to, data)).toBe(true)
  })

  test('decision "Clanker": wire-fees, holder-KOL and a first buy are not offered, since the launch leaves nothing to lock', async () => {
    const { mint, launcher } = await launch(service)
    const refusalOf = async (path: string, body: unknown) => (await service.post(path, body, launcher)).body.code
    expect(await refusalOf('/api/agent/wire-fees', { mint })).toBe('operation_not_offered')
    expect(await refusalOf('/api/agent/lock-holder-kol', { mint })).toBe('operation_not_offered')
    const fresh = await service.person()
    const dryRun = (changes: object) => service.post('/api/agent/launch/dry-run', service.body(fresh, { ...changes }))
    expect((await dryRun({ initialBuySol: 0.1 })).body.code).toBe('operation_not_offered')
    expect((await dryRun({ holderKol: true, crew: undefined })).body.code).toBe('operation_not_offered')
    expect(await dryRun({ atomicRequired: true })).toMatchObject({ status: 200, body: { lockPath: 'atomic-evm' } })
  })

  test('rules 10.7: a contract that takes no ETH could not unwrap its WETH, and is refused as a member’s wallet', async () => {
    const launcher = await service.person()
    const body = service.body(launcher) as { crew: { evmWallet: string }[] }
    await service.anvil.call('anvil_setCode', body.crew[1]!.evmWallet, '0x60006000fd')
    const answer = await service.post('/api/agent/launch', body, launcher)
    expect(answer).toMatchObject({ status: 400, body: { code: 'crew_wallet_invalid' } })
    expect(Number(await service.anvil.call('eth_getTransactionCount', launcher.wallet, 'latest'))).toBe(0)
  })

  test('rules 10.20: the one transaction, signed elsewhere, is one locked coin', async () => {
    const launcher = await service.person()
    const offer = await service.post('/api/agent/launch/unsigned', service.body(launcher))
    expect(offer).toMatchObject({ status: 200, body: { lockPath: 'atomic-evm', transactions: [{ signers: [launcher.wallet] }] } })
    const message = parseTransaction(bytesToHex(fromBase64(offer.body.transactions[0].transaction)!)) as TransactionSerializableEIP1559
    expect(message).toMatchObject({ type: 'eip1559', chainId: 8_453, nonce: 0, to: CLANKER.factory.toLowerCase() })
    const signed = toBase64(hexToBytes(await privateKeyToAccount(launcher.key).signTransaction(message)))
    const submit = () => service.post('/api/agent/launch/submit', { launchId: offer.body.launchId, transactions: [signed] })
    const launched = await submit()
    expect(launched).toMatchObject({ status: 201, body: { mint: offer.body.mint, feeShareLocked: true, feesLockedAtLaunch: true } })
    expect((await submit()).body).toEqual(launched.body)
  })
})
