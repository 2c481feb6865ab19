import { type Lamports, lamports, type Mint, type Wallet } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { TransactionState, UnsignedTransaction } from '../../../domain/operation.ts'
import type { LockPath } from '../../../domain/lock-path.ts'
import { formatSol } from '../../../domain/money/sol.ts'
import { toBase58 } from '../../../lib/bytes.ts'
import { hasSecretKey, isAddress, keyPairFromSeed } from '../../../lib/ed25519.ts'
import { isReservedAccount } from '../../../lib/reserved-accounts.ts'
import type { RandomBytes } from '../../../ports/clock.ts'
import type { CoinPlan } from '../../../ports/launchpad/coin.ts'
import type { Launchpad } from '../../../ports/launchpad/launchpad.ts'
import { acceptSigned } from '../../chains/solana/accept-signed.ts'
import { simulatedFacts } from './facts.ts'
import { stageOf } from './tables/coin-table.ts'
import { accruedLamports, quoteDistribution, RENT_MINIMUM_LAMPORTS } from './fee-share.ts'
import { FEE_SHARE_LAMPORTS, launchCost, SIGNATURE_LAMPORTS } from './launch-cost.ts'
import { MISBEHAVING_TICKERS } from './misbehaviour.ts'
import { BLOCKHASH_BLOCKS, type SimulatedChain } from './simulated-chain.ts'
import { prepareBuyback } from './prepare-buyback.ts'
import { pairOf, signAlone } from './sign-alone.ts'
import { isProgram } from './well-known-programs.ts'
import { type Instruction, type Message, readWire, signMessage, unsignedBytesBase64 } from './wire-transaction.ts'
import { parseSolanaLauncher } from '../../chains/solana/solana-launcher.ts'
import { Secret } from '../../../lib/secret.ts'

// A launch that is to expire does so after 10 s.
const EXPIRING_BLOCKS = 25
const TOP_HOLDERS = 20

/**
 * A launchpad with pump's rules on a chain of its own, for demos and tests: nothing in it touches a real chain.
 * @see simulated/misbehaviour.ts for the tickers that make it fail
 */
export function createSimulatedLaunchpad({
  chain,
  baseUrl,
  randomBytes,
}: {
  chain: SimulatedChain
  baseUrl: string
  /** Where the keys of mints come from. */
  randomBytes: RandomBytes
}): Launchpad {
  /** The coin, and the state it was read from. @throws AppError mint_unknown */
  function read(mint: Mint) {
    const view = chain.view()
    const coin = view.state.coins.find(mint)
    if (!coin) throw new AppError('mint_unknown')
    return { ...view, coin }
  }

  /** @throws AppError balance_too_low */
  function checkBalance(wallet: Wallet, needed: bigint): void {
    const balance = chain.view().state.ledger.lamportsOf(wallet)
    if (balance >= needed) return
    throw new AppError('balance_too_low', { wallet, balance: `${formatSol(balance)} SOL`, needed: `${formatSol(needed as Lamports)} SOL` })
  }

  const estimate = (plan: CoinPlan, launcher: Wallet | null) =>
    launchCost(plan, lockPathOf(plan), launcher !== null && chain.view().state.ledger.hasTraded(launcher))

  /** Decides the launch to the last byte and tries it out. @throws AppError balance_too_low | launch_refused | atomic_not_possible */
  function draftLaunch(plan: CoinPlan, launcher: Wallet, mint: Mint) {
    const { lockPath, total: totalLamports } = estimate(plan, launcher)
    checkBalance(launcher, totalLamports)
    const head = chain.head(plan.ticker === MISBEHAVING_TICKERS.expires ? EXPIRING_BLOCKS : BLOCKHASH_BLOCKS)
    const messages = launchInstructions(plan, launcher, lockPath).map((instructions) => {
      const creates = instructions.some((instruction) => instruction.kind === 'create')
      return { ...head, signers: creates ? [launcher, mint as string as Wallet] : [launcher], mint, instructions }
    })
    const refusal = chain.simulate(messages)
    if (refusal) throw new AppError('launch_refused', { reason: refusal })
    return { lockPath, messages }
  }

  return {
    facts: simulatedFacts({ baseUrl }),
    isWallet: isAddress,
    canSign: hasSecretKey,
    canonicalWallet: (text) => text as Wallet,
    parseLauncher: parseSolanaLauncher,
    ping: async () => void chain.view(),
    balanceOf: async (wallet) => chain.view().state.ledger.lamportsOf(wallet),

    async inspectRecipients(wallets) {
      const { ledger } = chain.view().state
      return wallets.map((wallet) => {
        const closed = !isAddress(wallet) ? 'invalid' : isProgram(wallet) ? 'executable' : isReservedAccount(wallet) ? 'reserved' : null
        if (closed || ledger.isUsed(wallet)) return { wallet, status: closed ?? 'ok', opening: lamports(0) }
        return { wallet, status: 'unused', opening: lamports(RENT_MINIMUM_LAMPORTS) }
      })
    },

    estimateLaunch: async (plan, launcher) => estimate(plan, launcher),

    async prepareLaunch(plan, launcher) {
      const mintPair = keyPairFromSeed(new Secret(randomBytes(32)))
      const mint = toBase58(mintPair.publicKey) as Mint
      const { lockPath, messages } = draftLaunch(plan, launcher.wallet, mint)
      const launcherPair = pairOf(launcher)
      const transactions = messages.map((message) => signMessage(message, [launcherPair, mintPair].slice(0, message.signers.length)))
      return { mint, lockPath, transactions }
    },

    async advance(transactions) {
      const states: TransactionState[] = []
      for (const transaction of transactions) {
        const before = states.at(-1)?.status ?? 'landed'
        const state = before === 'landed' ? chain.send(transaction) : chain.look(transaction)
        const isOrphan = state.status === 'pending' && (before === 'failed' || before === 'expired')
        states.push(isOrphan ? { status: 'expired', height: null, error: null } : state)
      }
      return states
    },

    readCreatedMint: async (_create, by) => chain.view().state.receipts.find(by)?.mint ?? null,
    isCreated: async (mint) => chain.view().state.coins.find(mint) !== null,

    async readCoin(mint) {
      const { state, slot } = chain.view()
      const coin = state.coins.find(mint)
      if (!coin) return null
      const feeShare = coin.lockSlot === null ? null : { locked: true, shareholders: state.coins.sharesOf(mint) }
      const { creator, name, ticker } = coin
      return { mint, creator, name, ticker, feeShare, stage: stageOf(coin, slot), accrued: accruedLamports(state, coin) }
    },

    feeShare: {
      async prepareLock(mint, shareholders, launcher) {
        const { coin } = read(mint)
        if (coin.creator !== launcher.wallet) throw new AppError('launcher_not_creator')
        if (coin.lockSlot !== null) throw new AppError('fee_share_already_locked', { mint })
        checkBalance(launcher.wallet, FEE_SHARE_LAMPORTS + SIGNATURE_LAMPORTS)
        return signAlone(chain, mint, launcher, [lockInstruction(launcher.wallet, shareholders)])
      },

      async prepareDistribution(mint, payer) {
        const { coin, state } = read(mint)
        if (coin.lockSlot === null) throw new AppError('fee_share_not_locked')
        const { missingLamports } = quoteDistribution(state, mint)
        if (missingLamports > 0n) return { prepared: null, missing: missingLamports }
        checkBalance(payer.wallet, SIGNATURE_LAMPORTS)
        const prepared = signAlone(chain, mint, payer, [{ kind: 'distribute' }])
        return { prepared, fee: SIGNATURE_LAMPORTS as Lamports, missing: null }
      },

      async readAccrued(mints) {
        const { state, slot } = chain.view()
        return mints.map((mint) => {
          const coin = state.coins.find(mint)
          return coin && { mint, stage: stageOf(coin, slot), accrued: accruedLamports(state, coin) }
        })
      },

      async listDistributions(mint, range) {
        const { receipts } = chain.view().state
        const found = receipts.distributionsOf(mint, range)
        return {
          distributions: found.map(({ signature, slot, atMs }) => ({
            signature,
            height: slot,
            atMs,
            payments: receipts.paymentsOf(signature).map(({ wallet, lamports: amount }) => ({ wallet, amount })),
          })),
          newest: found[0]?.signature ?? null,
          before: found.length < range.limit ? null : found.at(-1)!.signature,
        }
      },

      async readDistribution(mint, signature) {
        const { receipts } = chain.view().state
        const receipt = receipts.find(signature)
        if (receipt?.mint !== mint || receipt.error !== null) return null
        const payments = receipts.paymentsOf(signature).map(({ wallet, lamports: amount }) => ({ wallet, amount }))
        return payments.length === 0 ? null : { signature, height: receipt.slot, atMs: receipt.atMs, payments }
      },
    },

    preLockFees: {
      read: async (mint, createSlot, lockSlot) => chain.view().state.trades.preLockFeesLamports(mint, createSlot, lockSlot),
    },
    holders: { listLargest: async (mint) => chain.view().state.trades.topHolders(mint, TOP_HOLDERS) },

    unsigned: {
      async prepare(plan, launcher, mint) {
        if (mint === null || !isAddress(mint)) throw new AppError('wallet_invalid', { field: 'mintPubkey' })
        if (!isAddress(launcher) || launcher === (mint as string)) throw new AppError('wallet_invalid', { field: 'launcherPubkey' })
        if (chain.view().state.coins.find(mint)) throw new AppError('mint_exists', { mint })
        const { lockPath, messages } = draftLaunch(plan, launcher, mint)
        return { mint, lockPath, transactions: messages.map(unsignedTransaction) }
      },

      accept: (unsigned, signedBase64) => acceptSigned(readWire, unsigned, signedBase64),
    },

    buyback: {
      prepare: async (order, payer) => prepareBuyback(chain, order, payer),
      async readReceipt(mint, wallet, signature) {
        const { receipts } = chain.view().state
        const [receipt, purchase] = [receipts.find(signature), receipts.purchaseOf(signature)]
        if (receipt?.mint !== mint || purchase?.wallet !== wallet) return null
        const { spentLamports: spent, ...bought } = purchase
        return { signature, height: receipt.slot, atMs: receipt.atMs, spent, ...bought }
      },
    },
  }
}

/** @throws AppError atomic_not_possible */
function lockPathOf({ ticker, shareholders, atomicRequired }: CoinPlan): LockPath {
  if (shareholders.length === 0) return 'holder-kol-open'
  if (ticker !== MISBEHAVING_TICKERS.lockFails) return 'atomic-v1'
  if (atomicRequired) throw new AppError('atomic_not_possible')
  return 'sequential'
}

/** The instructions of each transaction. The first buy comes after the lock, so that its creator fee goes to the split. */
function launchInstructions(plan: CoinPlan, creator: Wallet, lockPath: LockPath): Instruction[][] {
  const create: Instruction = { kind: 'create', creator, name: plan.name, ticker: plan.ticker, metadataUri: plan.metadataUri }
  const lock = lockPath === 'holder-kol-open' ? [] : [lockInstruction(creator, plan.shareholders)]
  const buy: Instruction[] = plan.initialBuy > 0n ? [{ kind: 'buy', wallet: creator, lamports: lamports(plan.initialBuy) }] : []
  return lockPath === 'sequential' ? [[create], [...lock, ...buy]] : [[create, ...lock, ...buy]]
}

const lockInstruction = (authority: Wallet, shareholders: CoinPlan['shareholders']): Instruction => ({
  kind: 'lock',
  authority,
  shareholders: shareholders.map(({ wallet, bps }) => ({ wallet, bps })),
})

const unsignedTransaction = (message: Message): UnsignedTransaction => ({
  steps: message.instructions.map(({ kind }) => kind),
  bytesBase64: unsignedBytesBase64(message),
  signers: message.signers,
  purpose: message.instructions.map(({ kind }) => PURPOSES[kind]).join(', '),
  lastValidBlockHeight: message.lastValidBlockHeight,
})

const PURPOSES: Record<Instruction['kind'], string> = {
  create: 'create the coin',
  lock: 'lock the fee split',
  buy: 'buy for the launcher',
  burn: 'burn what was bought',
  distribute: 'pay the creator fees out',
}
