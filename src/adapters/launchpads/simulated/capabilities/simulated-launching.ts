import { REDIRECTED_TO } from '../../../../domain/coin.ts'
import { lamports, type Mint } from '../../../../domain/brands.ts'
import type { TransactionState } from '../../../../domain/operation.ts'
import { toBase58 } from '../../../../lib/bytes.ts'
import { isAddress, newKeyPair } from '../../../../lib/ed25519.ts'
import { isReservedAccount } from '../../../../lib/reserved-accounts.ts'
import type { RandomBytes } from '../../../../ports/clock.ts'
import type { Launching } from '../../../../ports/launchpad/launching.ts'
import { RENT_MINIMUM_LAMPORTS, waitingLamports } from '../fee-share.ts'
import { isRedirected } from '../misbehaving-tickers.ts'
import { pairOf } from '../sign-alone.ts'
import type { SimulatedChain } from '../simulated-chain.ts'
import { stageOf } from '../tables/coin-table.ts'
import { isProgram } from '../well-known-programs.ts'
import { signMessage, verifyTransaction } from '../wire-transaction.ts'
import { draftLaunch, estimateLaunch } from './draft-launch.ts'

/** Launches on the simulated chain; `randomBytes` creates the keys of mints. */
export const createSimulatedLaunching = (chain: SimulatedChain, randomBytes: RandomBytes): Launching => ({
  ping: async () => void chain.view(),
  balanceOf: async (wallet) => chain.view().state.ledger.lamportsOf(wallet),

  async inspectRecipients(wallets) {
    const { ledger } = chain.view().state
    return wallets.map((wallet) => {
      const closed = !isAddress(wallet) ? 'invalid' : isProgram(wallet) ? 'executable' : isReservedAccount(wallet) ? 'reserved' : null
      if (closed || ledger.isUsed(wallet)) return { wallet, status: closed ?? 'ok', openingAtomic: lamports(0) }
      return { wallet, status: 'unused', openingAtomic: lamports(RENT_MINIMUM_LAMPORTS) }
    })
  },

  estimateLaunch: async (plan, launcher) => estimateLaunch(chain, plan, launcher),

  async prepareLaunch(plan, launcher) {
    const mintPair = newKeyPair(randomBytes)
    const mint = toBase58(mintPair.publicKey) as Mint
    const { lockPath, messages } = draftLaunch(chain, plan, launcher.wallet, mint)
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

  async readCreatedMint({ bytesBase64 }, by) {
    const receipt = chain.view().state.receipts.find(by)
    const creates = verifyTransaction(bytesBase64)?.message.instructions.some(({ kind }) => kind === 'create')
    return receipt?.error === null && creates ? receipt.mint : null
  },
  isCreated: async (mint) => chain.view().state.coins.find(mint) !== null,

  async readCoin(mint) {
    const { state, slot } = chain.view()
    const coin = state.coins.find(mint)
    if (!coin) return null
    const redirected = isRedirected(coin, slot)
    const feeShare = coin.lockSlot === null ? null : { locked: !redirected, shareholders: state.coins.sharesOf(mint) }
    const { creator, name, ticker } = coin
    return {
      mint,
      creator,
      name,
      ticker,
      ...(redirected ? { feeReceivers: REDIRECTED_TO.holders } : {}),
      feeShare,
      stage: stageOf(coin, slot),
      accruedAtomic: waitingLamports(state, coin, slot),
    }
  },
})
