import { address, lamports } from '@solana/kit'
import { LiteSVM } from 'litesvm'
import { type BlockHistory, createBlockHistory } from './block-history.ts'
import { loadMainnetPrograms } from './chain-programs.ts'
import { type LandedTransaction, executeTransaction } from './execute-transaction.ts'
import { setGateAccount } from './transaction-v1-gate.ts'
import type { RpcTransactionError } from './transaction-error.ts'
import { restoreAccounts, snapshotAccounts } from './account-snapshot.ts'
import type { WireTransaction } from './wire-transaction.ts'

export interface TestChainOptions {
  /** Slots between a send and its landing; 0 lands at once. */
  landingDelaySlots?: number
  /** Slots that pass after each landed transaction or bundle. */
  slotsPerLanding?: number
  /** Slots that pass with each status or height poll, so that expiry needs no orchestration. */
  slotsPerPoll?: number
  /** Whether the account that announces v1 transactions says they are active; LiteSVM runs them in any case. */
  v1Active?: boolean
  rentLamportsPerByte?: bigint
  /** Block time of the first slot, in seconds; the day of the newest account dumps unless said. */
  unixTimestampSec?: number
}

/** A chain of one node, whose only clock is its slot. */
export interface TestChain extends Omit<BlockHistory, 'advanceTo'> {
  svm: LiteSVM
  /** Everything that landed, by signature, oldest first. */
  ledger: ReadonlyMap<string, LandedTransaction>
  /** Why the transaction could not land now, before it runs: a duplicate, a dead blockhash, a version not active. */
  rejection(wire: WireTransaction): RpcTransactionError | null
  /** Sent and neither landed nor expired. */
  pendingSignatures(): string[]
  /** Lands what falls due on the way and forgets what expired. */
  advanceSlots(count: number): void
  airdrop(wallet: string, amountLamports: bigint): void
  /** Takes transactions to be landed together or not at all; a single one is a bundle of one. */
  submit(group: WireTransaction[], onSettled?: (outcome: GroupOutcome) => void): void
  /** From now on nothing sent lands until `release`. */
  hold(): void
  /** Lands what was held and is still valid, in the order it was sent. */
  release(): void
  /** Loses the next sends without a word, as a network does. */
  dropNext(count?: number): void
  /** Lands only the first transactions of the next bundle, as after a leak into an uncled block. */
  leakNextBundle(transactionCount: number): void
  /** Calls the listener with each signature that lands from now on, successful or failed. */
  onLanding(listener: (signature: string) => void): void
  /** Called by the server on each poll; passes `slotsPerPoll`. */
  poll(): void
}

export type GroupOutcome = { landedSlot: bigint } | { failed: RpcTransactionError }

interface Pending {
  group: WireTransaction[]
  dueSlot: bigint
  onSettled: ((outcome: GroupOutcome) => void) | undefined
}

const messageOf = ({ transaction }: WireTransaction): string => Buffer.from(transaction.messageBytes).toString('base64')

/** 2026-10-10, the date of the newest account dumps. */
const ACCOUNTS_TIMESTAMP_SEC = 1_791_590_400
const FIRST_SLOT = 450_000_000n

/** A chain with the real programs on it, at slot 450,000,000. */
export function createTestChain(options: TestChainOptions = {}): TestChain {
  const { landingDelaySlots = 0, slotsPerLanding = 1, slotsPerPoll = 0, v1Active = true } = options
  // Blockhashes, signatures and duplicates are judged here: LiteSVM knows only its latest blockhash.
  const svm = new LiteSVM().withBlockhashCheck(false).withSigverify(false).withTransactionHistory(0n)
  loadMainnetPrograms(svm, options.rentLamportsPerByte)
  setGateAccount(svm, v1Active)
  const blocks = createBlockHistory(svm, { slot: FIRST_SLOT, unixTimestampSec: options.unixTimestampSec ?? ACCOUNTS_TIMESTAMP_SEC })
  const ledger = new Map<string, LandedTransaction>()
  /** Messages that landed: a node knows a transaction by it, whoever has signed it so far. */
  const landedMessages = new Set<string>()
  const listeners: ((signature: string) => void)[] = []
  let pending: Pending[] = []
  let held = false
  let dropsLeft = 0
  let leak: number | null = null

  const isLive = ({ group }: Pending): boolean => group.every(({ message }) => blocks.blockhashIsValid(message.recentBlockhash))

  function rejection(wire: WireTransaction): RpcTransactionError | null {
    if (wire.version === 1 && !v1Active) return 'UnsupportedVersion'
    if (landedMessages.has(messageOf(wire))) return 'AlreadyProcessed'
    return blocks.blockhashIsValid(wire.message.recentBlockhash) ? null : 'BlockhashNotFound'
  }

  function landGroup({ group, onSettled }: Pending): void {
    const isBundle = group.length > 1
    const at = { slot: blocks.slot(), blockTimeSec: blocks.blockTimeSec(blocks.slot()) }
    const before = isBundle ? snapshotAccounts(svm, group) : null
    const landed: LandedTransaction[] = []
    for (const wire of group) {
      const rejected = rejection(wire)
      const outcome = rejected === null ? executeTransaction(svm, wire, at) : { dropped: rejected }
      const failure = 'dropped' in outcome ? outcome.dropped : isBundle ? outcome.err : null
      if (failure !== null) {
        if (before) restoreAccounts(svm, before)
        return onSettled?.({ failed: failure })
      }
      landed.push(outcome as LandedTransaction)
    }
    for (const transaction of landed) {
      ledger.set(transaction.wire.signature, transaction)
      landedMessages.add(messageOf(transaction.wire))
    }
    onSettled?.({ landedSlot: at.slot })
    blocks.advanceTo(blocks.slot() + BigInt(slotsPerLanding))
    for (const { wire } of landed) for (const listener of listeners) listener(wire.signature)
  }

  function landDue(): void {
    if (held) return
    const due = pending.filter(({ dueSlot }) => dueSlot <= blocks.slot())
    pending = pending.filter((entry) => !due.includes(entry))
    for (const entry of due) landGroup(entry)
  }

  function advanceSlots(count: number): void {
    const end = blocks.slot() + BigInt(count)
    while (blocks.slot() < end) {
      const next = pending.length > 0 && !held ? blocks.slot() + 1n : end
      blocks.advanceTo(next)
      landDue()
      const expired = pending.filter((entry) => !isLive(entry))
      pending = pending.filter(isLive)
      for (const { onSettled } of expired) onSettled?.({ failed: 'BlockhashNotFound' })
    }
  }

  const pendingSignatures = (): string[] => pending.flatMap(({ group }) => group.map(({ signature }) => signature))
  const isKnown = (signature: string): boolean => ledger.has(signature) || pendingSignatures().includes(signature)

  return {
    ...blocks,
    svm,
    ledger,
    pendingSignatures,
    rejection,
    advanceSlots,
    airdrop: (wallet, amountLamports) => void svm.airdrop(address(wallet), lamports(amountLamports)),
    submit(group, onSettled) {
      if (dropsLeft > 0) return void (dropsLeft -= 1)
      if (group.length > 1 && leak !== null) {
        group = group.slice(0, leak)
        leak = null
        onSettled = undefined
      }
      if (group.length === 1 && isKnown(group[0]!.signature)) return
      pending.push({ group, dueSlot: blocks.slot() + BigInt(landingDelaySlots), onSettled })
      landDue()
    },
    hold: () => void (held = true),
    release() {
      held = false
      for (const entry of pending) entry.dueSlot = blocks.slot()
      landDue()
    },
    dropNext: (count = 1) => void (dropsLeft += count),
    leakNextBundle: (transactionCount) => void (leak = transactionCount),
    onLanding: (listener) => void listeners.push(listener),
    poll: () => advanceSlots(slotsPerPoll),
  }
}
