import { createPumpContext, createPumpLaunchpad, type PumpOptions } from '../../../src/adapters/launchpads/pump/launchpad.ts'
import { createRandomIds } from '../../../src/adapters/random-ids.ts'
import { createOperatorTable } from '../../../src/adapters/launchpads/pump/launch/lookup-table-admin.ts'
import { lamports, type Wallet } from '../../../src/domain/brands.ts'
import type { CrewMember } from '../../../src/domain/crew/crew.ts'
import { feeMapOf, seatCrew, shareholdersOf } from '../../../src/domain/crew/fee-map.ts'
import { launchProgress, type SignedTransaction, type TransactionState } from '../../../src/domain/operation.ts'
import { toBase58 } from '../../../src/lib/bytes.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { CoinPlan } from '../../../src/ports/launchpad/coin.ts'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import type { Launcher } from '../../../src/ports/launchpad/launcher.ts'
import { exactLaunchpad } from '../../support/exact-refusals.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'
import { type ChainServer, type ChainServerOptions, startChainServer } from './chain-server.ts'
import { machineTime } from '../../support/machine-time.ts'

export const SOL = 1_000_000_000n
/** As long as an IPFS address. */
export const LONG_URI = `https://ipfs.io/ipfs/${'b'.repeat(59)}`

export interface PumpSceneOptions extends ChainServerOptions {
  /** Make the operator's lookup table first, by the launchpad's own command. */
  withTable?: boolean
  pump?: Partial<PumpOptions>
}

/** A chain with the real programs, the pump launchpad pointed at it, and a launcher with 100 SOL. */
export interface PumpScene {
  server: ChainServer
  launchpad: Launchpad
  launcher: Launcher
  options: PumpOptions
}

export async function createPumpScene({ withTable, pump, ...chain }: PumpSceneOptions = {}): Promise<PumpScene> {
  const server = startChainServer(chain)
  const base: PumpOptions = {
    time: machineTime,
    rpcUrls: [new Secret(server.url)],
    lookupTable: null,
    jitoUrls: [],
    jitoTipLamports: lamports(1_000_000),
    randomBytes: createRandomIds().bytes,
    ...pump,
  }
  const bare = exactLaunchpad(createPumpLaunchpad(base))
  const launcher = fundedLauncher(server, bare)
  if (!withTable) return { server, launchpad: bare, launcher, options: base }
  const change = await createOperatorTable(createPumpContext(base), launcher)
  await settle(bare, change.transactions)
  server.chain.advanceSlots(2)
  const options = { ...base, lookupTable: change.table }
  return { server, launchpad: exactLaunchpad(createPumpLaunchpad(options)), launcher, options }
}

/** A new launcher, read from text as a header's would be. */
export function fundedLauncher({ chain }: ChainServer, launchpad: Launchpad, amount = 100n * SOL): Launcher {
  const launcher = launchpad.parseLauncher(new Secret(toBase58(newKeyPair().secretKey.reveal())))
  if (amount > 0n) chain.airdrop(launcher.wallet, amount)
  return launcher
}

export const freshWallet = (): Wallet => toBase58(newKeyPair().publicKey) as Wallet

export interface PlanOptions {
  crew?: number
  buyLamports?: bigint
  metadataUri?: string
  atomicRequired?: boolean
  /** Leaves the agent out, so that nine crew wallets fit. */
  mode?: 'agent' | 'split'
}

/** A plan whose shareholders come from the domain's own rules: crew, the launcher as agent, and a treasury. */
export function planFor(
  launcher: Wallet,
  { crew = 3, buyLamports = 0n, metadataUri = LONG_URI, atomicRequired = false, mode }: PlanOptions = {},
): CoinPlan {
  const feeMap = feeMapOf(mode ?? (crew > 8 ? 'split' : 'agent'), false)
  const seats = seatCrew(crewOf(crew), feeMap.crewPoolBps)
  const input = { feeMap, seats, launcher, treasury: freshWallet(), referral: null, agentName: null, shareholdersMax: 10 }
  const shareholders = crew === 0 ? [] : shareholdersOf(input).map(({ wallet, bps }) => ({ wallet, bps }))
  return {
    name: 'A Coin To Measure',
    ticker: 'MEASUR',
    metadataUri,
    initialBuyAtomic: lamports(buyLamports),
    shareholders,
    atomicRequired,
  }
}

function crewOf(count: number): CrewMember[] {
  const share = Math.floor(100 / Math.max(count, 1))
  return Array.from({ length: count }, (_, index) => ({
    handle: `crew${index}`,
    wallet: freshWallet(),
    share: index === 0 ? 100 - share * (count - 1) : share,
  }))
}

/** Advances until every transaction is final; a slot passes between two looks. */
export async function settle(launchpad: Launchpad, transactions: readonly SignedTransaction[], looks = 12): Promise<TransactionState[]> {
  let states = await launchpad.advance(transactions)
  for (let look = 1; look < looks && states.some(({ status }) => status === 'pending'); look += 1)
    states = await launchpad.advance(transactions)
  return states
}

/** Prepares, sends and settles a launch. */
export async function launch({ launchpad, launcher }: Pick<PumpScene, 'launchpad' | 'launcher'>, plan: CoinPlan) {
  const prepared = await launchpad.prepareLaunch(plan, launcher)
  const states = await settle(launchpad, prepared.transactions)
  return { ...prepared, states, progress: launchProgress(prepared.transactions, states) }
}

/** Refuses everything but the code of the AppError that the work ends in. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    return String((error as { code?: unknown }).code)
  }
  return 'no error'
}

/** Lamports of any account. */
export const lamportsOf = ({ chain }: ChainServer, address: string): bigint => chain.svm.getBalance(address as never) ?? 0n

/** How many transactions a node was given. */
export const sendsOf = ({ requests }: ChainServer): number =>
  requests.filter(({ method }) => method === 'sendTransaction' || method === 'sendBundle').length
