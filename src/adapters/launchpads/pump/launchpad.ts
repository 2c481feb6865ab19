import type { Tracer } from '../../../ports/tracer.ts'
import { PublicKey } from '@solana/web3.js'
import type { Lamports, Mint, Wallet } from '../../../domain/brands.ts'
import { LOCK_PATHS, type LockPath } from '../../../domain/lock-path.ts'
import { canSign, isAddress, newKeyPair } from '../../../lib/ed25519.ts'
import { Secret } from '../../../lib/secret.ts'
import type { Confirmations } from '../../../ports/launchpad/confirmations.ts'
import type { Launchpad } from '../../../ports/launchpad/launchpad.ts'
import type { MachineTime, RandomBytes } from '../../../ports/clock.ts'
import type { RecordNode } from '../../../ports/node-watch.ts'
import { advanceTransactions } from '../../chains/solana/advance-transactions.ts'
import { createSolanaHistory } from '../../chains/solana/solana-history.ts'
import { createJito } from '../../chains/solana/jito.ts'
import type { RecordCall } from '../../chains/rpc-pool.ts'
import { createSolanaRpc } from '../../chains/solana/solana-rpc.ts'
import { watchSignatures } from '../../chains/solana/watch-signatures.ts'
import { acceptSigned } from '../../chains/solana/accept-signed.ts'
import { PUMP_FACTS } from './facts.ts'
import { coinAddresses } from './coin-addresses.ts'
import { chainCoinOf, coinStateKeys, readCoinState } from './state/coin-state.ts'
import { createdMint, isCreated } from './created-mint.ts'
import { inspectRecipients } from './launch/inspect-recipients.ts'
import { readPreLockFees } from './fees/read-pre-lock-fees.ts'
import type { AskJupiter } from './jupiter.ts'
import { readMintTexts } from './state/read-mint-texts.ts'
import { prepareBuyback } from './buyback/prepare-buyback.ts'
import { prepareDistribution } from './fees/prepare-distribution.ts'
import { estimateLaunch, prepareLaunch } from './launch/prepare-launch.ts'
import { prepareLock, prepareUnsignedLock } from './launch/prepare-lock.ts'
import type { PumpContext } from './context.ts'
import { createPumpPrograms } from './pump-programs.ts'
import { createProgramWatch } from './programs/program-watch.ts'
import { readAccrued } from './fees/read-accrued.ts'
import { readBuyback } from './buyback/read-buyback.ts'
import { listDistributions, readDistribution } from './fees/read-distribution.ts'
import { readRedirects } from './fees/read-redirects.ts'
import { readTrades } from './trades/read-trades.ts'
import { createPastCoins } from './state/past-coins.ts'
import { readMarkets } from './state/read-markets.ts'
import { topHolders } from './state/top-holders.ts'
import { prepareUnsignedLaunch, readWire } from './launch/unsigned-launch.ts'
import { parseSolanaLauncher } from '../../chains/solana/solana-launcher.ts'

/** Nodes, lookup table and block engines of the launchpad, and observers of their calls. */
export interface PumpOptions {
  /** Solana nodes, in order of preference. */
  readonly rpcUrls: readonly Secret<string>[]
  /** Most milliseconds one answer of a node may take; 5,000 by default. */
  readonly rpcTimeoutMs?: number
  /** The operator's lookup table. */
  readonly lookupTable: string | null
  /** Block engines, in order of preference; empty disables bundles. */
  readonly jitoUrls: readonly Secret<string>[]
  readonly jitoTipLamports: Lamports
  /** Creates the keys of mints. */
  readonly randomBytes: RandomBytes
  readonly time: MachineTime
  /** Lets buybacks take the better of Jupiter's market and the coin's own; without it the coin's own. */
  readonly jupiter?: AskJupiter
  /** Allowed launch paths; all by default. */
  readonly allowedPaths?: readonly LockPath[]
  /** Called for each call of a node or block engine. */
  readonly recordCall?: (upstream: string) => RecordCall
  /** Called for each node whose state changes. */
  readonly recordNode?: RecordNode
  readonly tracer?: Tracer
}

/** The shared dependencies of the launchpad's parts, also for the operator's commands. */
export function createPumpContext(options: PumpOptions): PumpContext {
  const { rpcUrls, rpcTimeoutMs, time, lookupTable, jitoUrls, jitoTipLamports, allowedPaths = LOCK_PATHS } = options
  const recording = (upstream: string) => (options.recordCall ? { recordCall: options.recordCall(upstream) } : {})
  const rpc = createSolanaRpc({
    urls: rpcUrls,
    time,
    ...(rpcTimeoutMs === undefined ? {} : { timeoutMs: rpcTimeoutMs }),
    upstream: PUMP_FACTS.upstream,
    ...recording(PUMP_FACTS.upstream),
    ...(options.recordNode ? { recordNode: options.recordNode } : {}),
    ...(options.tracer ? { tracer: options.tracer } : {}),
  })
  return {
    rpc,
    programs: createProgramWatch(rpc),
    jito:
      jitoUrls.length > 0 ? createJito({ timers: time.timers, urls: jitoUrls, tipLamports: jitoTipLamports, ...recording('jito') }) : null,
    jupiter: options.jupiter ?? null,
    lookupTable,
    newKeyPair: () => newKeyPair(options.randomBytes),
    allowedPaths,
  }
}

/** One for each node alone; their calls are observed by nobody, since each would count as the first node. */
const contextsOfNodes = ({ recordCall: _call, recordNode: _node, ...options }: PumpOptions): readonly PumpContext[] =>
  options.rpcUrls.map((url) => createPumpContext({ ...options, rpcUrls: [url] }))

/** The websockets of the same nodes. */
const createConfirmations = ({ rpcUrls: urls, time: { timers } }: PumpOptions): Confirmations => ({
  watch(transactions, seen, signal) {
    const signatures = transactions.map(({ signature }) => signature)
    void watchSignatures({ urls, timers }, signatures, seen, signal)
  },
})

/** pump on Solana mainnet. Its only state is which nodes failed recently, and the hashes of the programs. */
export function createPumpLaunchpad(options: PumpOptions): Launchpad {
  const context = createPumpContext(options)
  const { rpc } = context
  return {
    facts: PUMP_FACTS,
    isWallet: isAddress,
    canSign: canSign,
    canonicalWallet: (text) => text as Wallet,
    parseLauncher: parseSolanaLauncher,
    ping: async () => void (await rpc.finalSlot()),
    balanceOf: (wallet) => rpc.balanceLamports(wallet),
    inspectRecipients: (wallets) => inspectRecipients(context, wallets),
    estimateLaunch: (plan, launcher) => estimateLaunch(context, plan, launcher),
    prepareLaunch: (plan, launcher) => prepareLaunch(context, plan, launcher),
    advance: (transactions, unsent) => advanceTransactions(context, transactions, unsent),
    readCreatedMint: async (create) => createdMint(create),
    isCreated: (mint) => isCreated(rpc, mint),
    readCoin: (mint) => readCoin(context, mint),
    confirmations: createConfirmations(options),
    feeShare: {
      prepareLock: (mint, shareholders, launcher) => prepareLock(context, mint, shareholders, launcher),
      prepareDistribution: (mint, payer) => prepareDistribution(context, mint, payer),
      readAccrued: (mints) => readAccrued(context, mints),
      listDistributions: (mint, range) => listDistributions(context, mint, range),
      readDistribution: (mint, signature) => readDistribution(context, mint, signature),
      readRedirects: (splits) => readRedirects(context, splits),
    },
    preLockFees: { read: (mint, createSlot, lockSlot) => readPreLockFees(context, mint, createSlot, lockSlot) },
    markets: { read: (mints) => readMarkets(context, mints) },
    trades: { listNewest: (mint, range) => readTrades(context, mint, range) },
    holders: { listLargest: (mint) => topHolders(context, mint) },
    unsigned: {
      prepare: (plan, launcher, mint) => prepareUnsignedLaunch(context, plan, launcher, mint),
      prepareLock: (mint, shareholders, launcher) => prepareUnsignedLock(context, mint, shareholders, launcher),
      accept: (unsigned, signedBase64) => acceptSigned(readWire, unsigned, signedBase64),
    },
    rehearsals: {
      // Loaded by whoever asks for one.
      run: async (plan, launcher) => (await import('./rehearsal/rehearse-launch.ts')).rehearseLaunch(context, plan, launcher),
    },
    buyback: {
      prepare: (order, payer) => prepareBuyback(context, order, payer),
      readReceipt: (mint, wallet, signature) => readBuyback(context, mint, wallet, signature),
    },
    programs: createPumpPrograms(context, contextsOfNodes(options)),
    history: createSolanaHistory(rpc),
    pastCoins: createPastCoins(rpc),
  }
}

async function readCoin({ rpc }: PumpContext, mint: Mint) {
  const addresses = coinAddresses(new PublicKey(mint))
  const [[mintAccount, ...accounts], rentLamports] = await Promise.all([
    rpc.accounts([mint, ...coinStateKeys(addresses)]),
    rpc.emptyAccountRentLamports(),
  ])
  const state = readCoinState(addresses.mint, accounts)
  return state && { ...chainCoinOf(state, rentLamports), ...readMintTexts(mintAccount) }
}
