import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { ledgerDifference } from '../../domain/ledger/ledger-difference.ts'
import type { SentTransaction, Posting, PostingSide } from '../../domain/ledger/posting.ts'
import { OPENING, postingsOf } from '../../domain/ledger/posting.ts'
import type { Movement } from '../../domain/ledger/movement.ts'
import type { Deps } from '../../ports/deps.ts'
import type { FollowedWallet, HistoryPage } from '../../ports/launchpad/wallet-history.ts'
import type { JobRun, ScheduledJob } from '../../ports/scheduled-job.ts'
import type { CoinBurnWallet } from '../../ports/storage/money/burn-wallets.ts'
import { operatorWallets } from '../metrics/operator-wallets.ts'

type LedgerDeps = Pick<Deps, 'storage' | 'launchpads' | 'ids' | 'clock'>

/** What is final may grow between the reading of a wallet and the look at its balance: then both are done again. */
const COMPARISONS_MAX = 3

/**
 * Reads from the chain what happened to each wallet of the operator's since the last run, by whomever, and books it; then compares what
 * the ledger comes to with what the chain says that the wallet holds.
 *
 * @throws Error for wallets that could not be read, after all the others were
 */
export const keepLedger: ScheduledJob<keyof LedgerDeps | 'log' | 'crankPayers' | 'buybackPayer' | 'escrow'> = async (deps, turn) => {
  const sums = { wallets: 0, postings: 0, differing: 0 }
  const unread: string[] = []
  const ofCoins = await deps.storage.burnWallets.listUnbooked(OWN_LIMITS.burnWalletsBookedMax)
  for (const of of await followedWallets(deps, ofCoins)) {
    try {
      const { postings, differs, complete } = await readOn(deps, of, turn)
      sums.wallets += 1
      sums.postings += postings
      sums.differing += Number(differs)
      if (!complete) break
    } catch (error) {
      deps.log.warn('ledger not read', { wallet: of.wallet, chainId: of.chainId, error })
      unread.push(of.wallet)
    }
  }
  await deps.storage.burnWallets.book(
    ofCoins.map(({ mint }) => mint),
    deps.clock.nowMs(),
  )
  if (unread.length > 0) throw new Error(`the ledger of ${unread.join(', ')} was not read`)
  return `${sums.wallets} wallets read, ${sums.postings} new postings, ${sums.differing} wallets differ from the chain`
}

/** The wallets, each once, whose chain lists what happened to them: those of launchpads and coins, and those that pay workers. */
async function followedWallets(
  deps: Pick<Deps, 'launchpads' | 'crankPayers' | 'buybackPayer' | 'escrow'>,
  ofCoins: readonly CoinBurnWallet[],
): Promise<readonly FollowedWallet[]> {
  const ofLaunchpads = [...operatorWallets(deps), ...ofCoins].map(async ({ platform, wallet }) => {
    const { facts, history } = await deps.launchpads.get(platform)
    return history && { chainId: facts.chainId, wallet, currency: facts.currency, history }
  })
  const ofRails = deps.escrow.chainIds.map(async (chainId) => (await deps.escrow.get(chainId)).payer)
  const found = await Promise.all([...ofLaunchpads, ...ofRails])
  const followed = found.filter((one) => one !== undefined)
  return followed.filter((of, index) => followed.findIndex((one) => one.chainId === of.chainId && one.wallet === of.wallet) === index)
}

/** Books all that is new of a wallet, and compares; `complete` is false where the turn ended before. */
async function readOn(deps: LedgerDeps, of: FollowedWallet, turn: Pick<JobRun, 'mayContinue'>) {
  let postings = 0
  for (let comparison = 1; ; comparison += 1) {
    const heldAtomic = await of.history.finalBalanceOf(of.wallet)
    for (;;) {
      const page = await readPage(deps, of)
      postings += page.postings
      if (page.complete) break
      if (!(await turn.mayContinue())) return { postings, differs: false, complete: false }
    }
    const state = await deps.storage.ledger.findWallet(of.chainId, of.wallet)
    const differs = state !== null && ledgerDifference({ ...state, heldAtomic })?.amountAtomic !== 0n
    if (differs && comparison < COMPARISONS_MAX) continue
    await deps.storage.ledger.compare(of, heldAtomic, deps.clock.nowMs())
    return { postings, differs, complete: true }
  }
}

/** Books the next stretch of a wallet's history, in one commit with how far it reached. */
async function readPage({ storage, ids, clock }: LedgerDeps, of: FollowedWallet) {
  const { history, ...wallet } = of
  const known = await storage.ledger.findWallet(of.chainId, of.wallet)
  const page = await history.read(of.wallet, { after: known?.readTo ?? null, limit: OWN_LIMITS.batchReadMax })
  // The journal is written before anything is sent, so that it knows every transaction of ours that a chain lists.
  const sent = await storage.ledger.findSent(page.movements.map(({ signature }) => signature))
  const toPosting = (side: PostingSide, movement: Pick<Movement, 'signature' | 'height' | 'atMs'>, by: SentTransaction | null): Posting => {
    const { signature, height, atMs } = movement
    return { id: ids.id('lg'), ...wallet, ...side, signature, height, atMs, sent: by }
  }
  const opening = known
    ? []
    : [toPosting(openingOf(page), { height: 0, atMs: clock.nowMs(), ...page.movements[0], signature: OPENING }, null)]
  const postings = page.movements.flatMap((movement) => {
    const by = sent.get(movement.signature) ?? null
    return postingsOf(movement, by).map((side) => toPosting(side, movement, by))
  })
  const added = await storage.transaction(async (tx) => {
    await tx.lock(`ledger ${of.chainId} ${of.wallet}`)
    const all = [...opening.filter(({ amountAtomic }) => amountAtomic > 0n), ...postings]
    return tx.ledger.append(wallet, all, page.readTo)
  })
  return { postings: added, complete: page.complete }
}

const openingOf = ({ beforeAtomic }: HistoryPage): PostingSide => ({ account: 'opening', side: 'in', amountAtomic: beforeAtomic })
