import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { BN } from '@coral-xyz/anchor'
import { PUMP_SDK } from '@pump-fun/pump-sdk'
import { PublicKey, VersionedTransaction } from '@solana/web3.js'
import { bps, lamports, type Mint } from '../../src/domain/brands.ts'
import type { SignedTransaction } from '../../src/domain/operation.ts'
import type { CoinPlan } from '../../src/ports/launchpad/coin.ts'
import { chainSkipReason } from './support/chain-programs.ts'
import { type DecodedInstruction, decodeInstruction, demandedAddress, flagsOf } from './support/decode-by-idl.ts'
import { type Idl, readIdls } from './support/program-idl.ts'
import { createPumpScene, fundedLauncher, planFor, type PumpScene, settle, SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'

const idls = readIdls()
const reason = chainSkipReason() ?? (idls ? null : 'no IDLs of the crate: get them with `bun run programs:pull --force`, where cargo is')
if (reason !== null) console.warn(`the IDLs are not compared: ${reason}`)

/** Every instruction that this service sends to the three programs, and that must come by in the transactions below. */
const BUILT = [
  'buy',
  'buy_exact_sol_in',
  'buy_v2',
  'create_fee_sharing_config',
  'create_v2',
  'distribute_creator_fees_v2',
  'sweep_creator_fee',
  'transfer_creator_fees_to_pump_v2',
  'update_fee_shares_v2',
]

/** One transaction's instructions to described programs. */
interface Read {
  idl: Idl
  decoded: DecodedInstruction
  keys: string[]
}

describe.skipIf(reason !== null)('rules 10.13: what is built is what the programs’ own descriptions say', () => {
  let scene: PumpScene
  const sent: SignedTransaction[] = []

  beforeAll(async () => {
    scene = await createPumpScene()
    sent.push(...(await everyTransaction(scene)))
  })
  afterAll(() => scene.server.stop())

  test('every instruction has a known name, all its accounts, and arguments that use up its bytes', () => {
    const names = sent.flatMap((transaction) => readAll(transaction).map(({ decoded }) => decoded.idl.name))
    expect([...new Set(names)].toSorted()).toEqual(BUILT)
  })

  test('each account stands where the description wants it: fixed ones, and those derived from others', () => {
    const wrong: string[] = []
    let compared = 0
    for (const { idl, decoded, keys } of sent.flatMap(readAll)) {
      const addressOf = (name: string) => (decoded.accounts.has(name) ? keys[decoded.accounts.get(name)!] : undefined)
      for (const account of decoded.idl.accounts) {
        const demanded = demandedAddress(idl, account, addressOf)
        const given = addressOf(account.name)!
        // An optional account that is left out is the program itself.
        if (demanded === null || (account.optional && given === idl.address)) continue
        compared += 1
        if (given !== demanded) wrong.push(`${decoded.idl.name}.${account.name}: ${given} is not ${demanded}`)
      }
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(200)
  })

  test('signer and writable are what the descriptions ask for, no less and no more', () => {
    const wrong = sent.flatMap((transaction) => flagProblems(transaction))
    expect(wrong).toEqual([])
  })

  test('create_v2 leaves its three newest arguments out, which the program takes as: no cashback, pump’s own fee, no holder reward', async () => {
    const created = sent.flatMap(readAll).filter(({ decoded }) => decoded.idl.name === 'create_v2')
    const newest = ['is_cashback_enabled', 'creator_fee_bps', 'is_holder_reward']
    expect(created[0]!.decoded.idl.args.map(({ name }) => name).slice(-3)).toEqual(newest)
    for (const { decoded, keys } of created) {
      const { name, symbol, creator, is_mayhem_mode, ...rest } = decoded.args
      expect({ name, symbol, is_mayhem_mode }).toEqual({ name: 'A Coin To Measure', symbol: 'MEASUR', is_mayhem_mode: false })
      expect(creator).toBe(keys[decoded.accounts.get('user')!]!)
      expect(Object.keys(rest)).toEqual(['uri'])
    }
  })

  test('the shares that are locked are the plan’s, in its order', () => {
    const locks = sent.flatMap(readAll).filter(({ decoded }) => decoded.idl.name === 'update_fee_shares_v2')
    for (const { decoded } of locks) {
      const shareholders = decoded.args.shareholders as { share_bps: number }[]
      expect(shareholders.reduce((sum, { share_bps: shareBps }) => sum + shareBps, 0)).toBe(10_000)
    }
    expect(locks.length).toBeGreaterThan(2)
  })

  test('a byte too many, an account too few and a boolean that is none would be seen', async () => {
    const { idl, decoded } = sent.flatMap(readAll).find((read) => read.decoded.idl.name === 'create_v2')!
    const places = [...decoded.accounts.values()]
    const data = await fullCreateData(new PublicKey(scene.launcher.wallet))
    const newest = { is_cashback_enabled: false, creator_fee_bps: 250n, is_holder_reward: true }
    expect(decodeInstruction(idl, data, places).args).toMatchObject(newest)
    expect(() => decodeInstruction(idl, Buffer.concat([data, Buffer.alloc(1)]), places)).toThrow('left over')
    expect(() => decodeInstruction(idl, data, places.slice(1))).toThrow('accounts')
    expect(() => decodeInstruction(idl, Buffer.concat([data.subarray(0, -1), Buffer.from([7])]), places)).toThrow('no boolean')
    expect(() => decodeInstruction(idl, data.subarray(0, -5), places)).toThrow('the data ends')
  })
})

/** A `create_v2` with every argument that the description knows. */
async function fullCreateData(user: PublicKey): Promise<Buffer> {
  const coin = { mint: user, name: 'Any', symbol: 'ANY', uri: 'https://a.example', creator: user, user, mayhemMode: false }
  return (await PUMP_SDK.createV2Instruction({ ...coin, creatorFeeBps: new BN(250), holderReward: true })).data
}

/** The transactions of a coin's whole life, as the adapter signs them; each lands on the real programs. */
async function everyTransaction(scene: PumpScene): Promise<SignedTransaction[]> {
  const { server, launchpad, launcher } = scene
  const traders = createTraders(scene)
  const sent: SignedTransaction[] = []
  const land = async ({ transactions }: { readonly transactions: readonly SignedTransaction[] }) => {
    const states = await settle(launchpad, transactions)
    expect(states.map(({ status }) => status)).toEqual(transactions.map(() => 'landed'))
    sent.push(...transactions)
  }
  const made = async (plan: CoinPlan) => {
    const prepared = await launchpad.prepareLaunch(plan, launcher)
    await land(prepared)
    return prepared.mint
  }
  const payOut = async (mint: Mint) =>
    land((await launchpad.feeShare!.prepareDistribution(mint, fundedLauncher(server, launchpad))).prepared!)
  const buyBack = async (mint: Mint) => {
    const order = { mint, atomicMax: lamports(SOL / 20n), reserveAtomic: lamports(SOL / 100n), slippageBps: bps(100), burn: true }
    await land((await launchpad.buyback!.prepare(order, launcher)).prepared)
  }
  const { shareholders } = planFor(launcher.wallet)

  const coin = await made(planFor(launcher.wallet, { buyLamports: SOL / 10n }))
  await traders.buy(coin, 'v3', 5n * SOL)
  await payOut(coin)
  await buyBack(coin)
  await traders.graduate(coin)
  await traders.buyInPool(coin)
  await payOut(coin)
  await buyBack(coin)
  for (const graduates of [false, true]) {
    const open = await made(planFor(launcher.wallet, { crew: 0 }))
    await traders.buy(open, 'v3', 2n * SOL)
    if (graduates) await traders.graduate(open)
    await land(await launchpad.feeShare!.prepareLock(open, shareholders, launcher))
  }
  return sent
}

const messageOf = ({ bytesBase64 }: SignedTransaction) => VersionedTransaction.deserialize(Buffer.from(bytesBase64, 'base64')).message

/** The instructions to described programs. None of these transactions reads an address from a lookup table. */
function readAll(transaction: SignedTransaction): Read[] {
  const message = messageOf(transaction)
  expect(message.addressTableLookups).toEqual([])
  const keys = message.staticAccountKeys.map((key) => key.toBase58())
  return message.compiledInstructions.flatMap(({ programIdIndex, accountKeyIndexes, data }) => {
    const idl = idls!.get(keys[programIdIndex]!)
    return idl ? [{ idl, decoded: decodeInstruction(idl, data, accountKeyIndexes), keys }] : []
  })
}

/**
 * Flags belong to the transaction: an account has those of all its places. Those with a place that no description has (further accounts,
 * other programs, the payer) may have more.
 */
function flagProblems(transaction: SignedTransaction): string[] {
  const message = messageOf(transaction)
  const reads = readAll(transaction)
  const undescribed = new Set([
    0,
    ...reads.flatMap(({ decoded }) => decoded.further),
    ...message.compiledInstructions
      .filter(({ programIdIndex }) => !idls!.has(message.staticAccountKeys[programIdIndex]!.toBase58()))
      .flatMap(({ accountKeyIndexes }) => accountKeyIndexes),
  ])
  const wanted = new Map<number, { names: string[]; signer: boolean; writable: boolean }>()
  for (const { idl, decoded, keys } of reads) {
    for (const { name, signer = false, writable = false, optional } of decoded.idl.accounts) {
      const index = decoded.accounts.get(name)!
      const absent = optional === true && keys[index] === idl.address
      const sofar = wanted.get(index) ?? { names: [], signer: false, writable: false }
      const names = [...sofar.names, `${decoded.idl.name}.${name}`]
      wanted.set(index, { names, signer: sofar.signer || (signer && !absent), writable: sofar.writable || (writable && !absent) })
    }
  }
  return [...wanted].flatMap(([index, { names, ...flags }]) => {
    const given = flagsOf(message, index)
    const less = (flags.signer && !given.signer) || (flags.writable && !given.writable)
    const more = (given.signer && !flags.signer) || (given.writable && !flags.writable)
    return less || (more && !undescribed.has(index)) ? [`${names.join(', ')}: ${JSON.stringify(given)} for ${JSON.stringify(flags)}`] : []
  })
}
