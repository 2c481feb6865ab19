import { afterAll, beforeAll, expect, test } from 'bun:test'
import { address } from '@solana/kit'
import { PublicKey } from '@solana/web3.js'
import { createPumpContext } from '../../src/adapters/launchpads/pump/launchpad.ts'
import { findRefusingRecipients } from '../../src/adapters/launchpads/pump/launch/find-refusing-recipients.ts'
import { lamports, type Wallet } from '../../src/domain/brands.ts'
import { isReservedAccount } from '../../src/lib/reserved-accounts.ts'
import { describeChain } from './support/describe-chain.ts'
import { codeOf, createPumpScene, freshWallet, fundedLauncher, launch, planFor, type PumpScene, settle, SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'

/** What the runtime keeps for itself, and what an audit froze coins with. */
const UNPAYABLE = [
  '11111111111111111111111111111111',
  'AddressLookupTab1e1111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'Feature111111111111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'NativeLoader1111111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'StakeConfig11111111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
  'Sysvar1nstructions1111111111111111111111111',
  'SysvarC1ock11111111111111111111111111111111',
  'SysvarEpochRewards1111111111111111111111111',
  'SysvarEpochSchedu1e111111111111111111111111',
  'SysvarFees111111111111111111111111111111111',
  'SysvarLastRestartS1ot1111111111111111111111',
  'SysvarRecentB1ockHashes11111111111111111111',
  'SysvarRent111111111111111111111111111111111',
  'SysvarRewards111111111111111111111111111111',
  'SysvarS1otHashes111111111111111111111111111',
  'SysvarS1otHistory11111111111111111111111111',
  'SysvarStakeHistory1111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  '1nc1nerator11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
  'pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ',
] as Wallet[]

describeChain('recipients on the real programs', () => {
  let scene: PumpScene
  beforeAll(async () => {
    scene = await createPumpScene()
  })
  afterAll(() => scene.server.stop())

  /** A coin with this one among its shareholders, locked without the service's checks, and a distribution that would pay. */
  async function distributeTo(wallet: Wallet) {
    const launcher = fundedLauncher(scene.server, scene.launchpad)
    const plan = planFor(launcher.wallet, { crew: 2 })
    const [first, ...rest] = plan.shareholders
    const shareholders = [{ ...first!, wallet }, ...rest]
    for (const { wallet: each } of rest) scene.server.chain.airdrop(each, SOL / 100n)
    const { mint } = await launch({ launchpad: scene.launchpad, launcher }, { ...plan, shareholders })
    await createTraders(scene).buy(mint, 'v3', lamports(5n * SOL))
    const offer = await scene.launchpad.feeShare!.prepareDistribution(mint, launcher)
    if (!offer.prepared) throw new Error('the vault is not full enough')
    const [state] = await settle(scene.launchpad, offer.prepared.transactions)
    return {
      state: state!,
      payments: (await scene.launchpad.feeShare!.readDistribution(mint, offer.prepared.transactions[0]!.signature))?.payments ?? [],
    }
  }

  test('rules 10.7: every address of the runtime’s own, every loader and every program is refused', async () => {
    const reports = await scene.launchpad.inspectRecipients(UNPAYABLE)
    expect(reports.filter(({ status }) => status !== 'reserved' && status !== 'executable')).toEqual([])
    expect(UNPAYABLE.slice(0, 26).every(isReservedAccount)).toBe(true)
  })

  test('decision "A recipient is proved payable": the simulation alone refuses what the runtime never writes to, so that a list that grows is noticed', async () => {
    const { rpc } = createPumpContext(scene.options)
    const good = [freshWallet(), freshWallet()]
    const sysvars = ['SysvarC1ock11111111111111111111111111111111', 'SysvarRent111111111111111111111111111111111'] as Wallet[]
    const order = { payers: [new PublicKey(scene.launcher.wallet)], amountLamports: lamports(890_880) }
    expect(await findRefusingRecipients(rpc, { ...order, recipients: [good[0]!, ...sysvars, good[1]!] })).toEqual(new Set(sysvars))
    expect(await findRefusingRecipients(rpc, { ...order, recipients: good })).toEqual(new Set())
  })

  test('decision "A recipient is proved payable": nobody who could pay in the simulation: that is no answer, and not payable', async () => {
    const order = { payers: [new PublicKey(freshWallet())], recipients: [freshWallet()], amountLamports: lamports(890_880) }
    expect(await codeOf(findRefusingRecipients(createPumpContext(scene.options).rpc, order))).toBe('upstream_unavailable')
    expect(await codeOf(findRefusingRecipients(createPumpContext(scene.options).rpc, { ...order, payers: [] }))).toBe(
      'upstream_unavailable',
    )
  })

  test('decision "A recipient is proved payable": an account of any loader is refused, since it may become a program', async () => {
    const buffer = freshWallet()
    scene.server.chain.svm.setAccount({
      address: address(buffer),
      lamports: 10_000_000n as never,
      data: new Uint8Array(40),
      executable: false,
      programAddress: address('BPFLoaderUpgradeab1e11111111111111111111111'),
      space: 40n,
    })
    expect((await scene.launchpad.inspectRecipients([buffer]))[0]!.status).toBe('executable')
  })

  test.each(['SysvarC1ock11111111111111111111111111111111', 'StakeConfig11111111111111111111111111111111'] as Wallet[])(
    'decision "A recipient is proved payable": the harm that is kept away: with %s in it a locked coin pays nobody',
    async (wallet) => {
      expect(
        await distributeTo(wallet).then(
          ({ state }) => state.status,
          (error: { code: string }) => error.code,
        ),
      ).toBe('chain_refused')
    },
  )

  test.each(['a new wallet', 'a wallet with SOL', 'a token account', 'a multisig’s vault'])(
    'decision "A recipient is proved payable": what passes is paid by a real distribution: %s',
    async (kind) => {
      const wallet = freshWallet()
      const { chain } = scene.server
      if (kind === 'a wallet with SOL') chain.airdrop(wallet, SOL)
      const owners: Record<string, string> = {
        'a token account': 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
        'a multisig’s vault': 'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf',
      }
      if (owners[kind])
        chain.svm.setAccount({
          address: address(wallet),
          lamports: 10_000_000n as never,
          data: new Uint8Array(165),
          executable: false,
          programAddress: address(owners[kind]),
          space: 165n,
        })
      const [report] = await scene.launchpad.inspectRecipients([wallet])
      expect(report!.status).toBe(kind === 'a new wallet' ? 'unused' : 'ok')
      const { state, payments } = await distributeTo(wallet)
      expect(state.status).toBe('landed')
      expect(payments.find((payment) => payment.wallet === wallet)!.amountAtomic).toBeGreaterThan(0n)
    },
  )
})
