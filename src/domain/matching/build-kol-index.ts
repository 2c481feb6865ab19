import { looksOf } from '../../lib/look-alike.ts'
import { finish } from '../../lib/yield-to-event-loop.ts'
import type { Wallet } from '../brands.ts'
import { addressKey, type WalletOf } from '../crew/payee.ts'
import type { KolImport } from '../kols/kol.ts'
import { buildPostings, type Postings } from './postings.ts'
import { readTokens, type Token } from './read-tokens.ts'
import { isStopWord } from './stop-words.ts'
import { type Vocabulary, vocabularyInSteps } from './vocabulary.ts'

/** What matching reads of a profile, stored or imported. */
export type MatchableKol = Omit<KolImport, 'optedOut'> & { readonly optedOut?: boolean }

/** Profiles by their names and wallets. A profile's document number is its index in `kols`. */
export type NamedKols = {
  readonly kols: readonly MatchableKol[]
  /** Documents that share a wallet, ascending. */
  readonly byWallet: ReadonlyMap<Wallet, readonly number[]>
  /** Documents by the look-alike keys of their handle, name and aliases. */
  readonly byLook: ReadonlyMap<string, readonly number[]>
}

/** A directory prepared for `matchCrew`. A profile's document number is its index in `kols`: best rank first, then handle. */
export type KolIndex = NamedKols & {
  readonly vocabulary: Vocabulary
  readonly byNarrative: ReadonlyMap<string, Postings>
  readonly byWord: ReadonlyMap<string, Postings>
  /** The entries of `byWallet` with two or more documents. */
  readonly sharedWallets: readonly (readonly number[])[]
  /** Documents known to act together with a document, in both directions. */
  readonly correlated: readonly (readonly number[])[]
  /** Profiles that opted out: nobody is matched with them, and names are held against theirs. */
  readonly optedOut: NamedKols
  /** For each launchpad, whom it cannot pay and whom it pays elsewhere than in `wallet`; computed on first use. */
  readonly payable: (walletOf: WalletOf) => Payable
  /** Scratch space of one match, all zeros between matches. */
  readonly scratch: { readonly scores: Float64Array; readonly touched: Int32Array }
}

/** Payees of the directory on one launchpad. */
export interface Payable {
  /** Wallets of profiles without an address for this launchpad. */
  readonly unpaid: readonly Wallet[]
  /** Wallets of profiles that are paid at another address, by that address. @see addressKey */
  readonly elsewhere: ReadonlyMap<string, readonly Wallet[]>
}

// The constants of matching were set by judgment, and two of them (NAMED_BESIDES_TAG, WEAK_STRENGTH) tuned on the tuning part of the
// judged set. Halving or doubling one changes nDCG@5 there by at most 0.03; only ranking names above tags cost more (0.11). A profile of
// many narratives gets slightly less weight for each than a specialist.
const FOCUS = 0.1
// A name can add what the tags leave out: words with a certain meaning, or hints.
const NAMED_WEIGHT = 0.6
const NAMED_BESIDES_TAG = 0.07

/**
 * Indexes a directory in any order; build one for each version of the directory. Of profiles that opted out there are only the names.
 * An index serves one match at a time, which holds because `matchCrew` is synchronous.
 */
export const buildKolIndex = (directory: readonly MatchableKol[]): KolIndex => finish(kolIndexInSteps(directory))

/** The same in steps of a profile or so, since 10,000 of them take longer than a request may wait. */
export function* kolIndexInSteps(directory: readonly MatchableKol[]): Generator<void, KolIndex> {
  const kols = directory.filter(({ optedOut }) => !optedOut).toSorted(byRankThenHandle)
  const vocabulary = yield* vocabularyInSteps(kols.flatMap(({ narratives }) => narratives))
  const narrativeWeights = new Map<string, Map<number, number>>()
  const wordWeights = new Map<string, Map<number, number>>()
  const byWallet = new Map<Wallet, number[]>()
  const byLook = new Map<string, number[]>()
  for (const [document, kol] of kols.entries()) {
    yield
    const names = [kol.displayName, ...kol.aliases, kol.handle]
    const tokens = names.map((name) => readTokens(name, vocabulary))
    for (const [narrative, weight] of readNarratives(kol, tokens, vocabulary)) put(narrativeWeights, narrative, document, weight)
    for (const [word, weight] of readNameWords(tokens)) put(wordWeights, word, document, weight)
    append(byWallet, kol.wallet, document)
    for (const look of new Set(names.flatMap(looksOf))) append(byLook, look, document)
  }
  yield
  return {
    kols,
    vocabulary,
    byNarrative: buildPostings(narrativeWeights, kols.length),
    byWord: buildPostings(wordWeights, kols.length),
    byWallet,
    sharedWallets: [...byWallet.values()].filter(({ length }) => length > 1),
    correlated: linkCorrelated(kols),
    byLook,
    optedOut: yield* namedInSteps(directory.filter(({ optedOut }) => optedOut === true)),
    payable: onceEach((walletOf) => indexPayable(byWallet, kols, walletOf)),
    scratch: { scores: new Float64Array(kols.length), touched: new Int32Array(kols.length) },
  }
}

function* namedInSteps(kols: readonly MatchableKol[]): Generator<void, NamedKols> {
  const byWallet = new Map<Wallet, number[]>()
  const byLook = new Map<string, number[]>()
  for (const [document, kol] of kols.entries()) {
    yield
    append(byWallet, kol.wallet, document)
    for (const look of new Set([kol.displayName, ...kol.aliases, kol.handle].flatMap(looksOf))) append(byLook, look, document)
  }
  return { kols, byWallet, byLook }
}

function onceEach<Key extends WeakKey, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/** Of profiles that share a wallet, the first decides where they are paid. */
function indexPayable(byWallet: KolIndex['byWallet'], kols: readonly MatchableKol[], walletOf: WalletOf): Payable {
  const unpaid: Wallet[] = []
  const elsewhere = new Map<string, Wallet[]>()
  for (const [wallet, [first]] of byWallet) {
    const paid = walletOf(kols[first!]!)
    if (paid === null) unpaid.push(wallet)
    else if (paid !== wallet) elsewhere.set(addressKey(paid), [...(elsewhere.get(addressKey(paid)) ?? []), wallet])
  }
  return { unpaid, elsewhere }
}

function byRankThenHandle(a: MatchableKol, b: MatchableKol): number {
  const [first, second] = [a.handle.toLowerCase(), b.handle.toLowerCase()]
  return a.rank - b.rank || (first < second ? -1 : Number(first > second))
}

/** How strongly a profile has each narrative, from its tags or from the words of its name. */
function readNarratives(kol: MatchableKol, names: readonly (readonly Token[])[], vocabulary: Vocabulary): Map<string, number> {
  const tags = new Set(kol.narratives.map(vocabulary.narrativeOf))
  const tagWeight = 1 / (1 + FOCUS * Math.max(0, tags.size - 1))
  const weights = new Map([...tags].map((tag) => [tag, tagWeight]))
  const named = new Map<string, number>()
  for (const { meanings } of names.flat()) {
    for (const { narrative, strength } of meanings) named.set(narrative, Math.max(named.get(narrative) ?? 0, strength))
  }
  for (const [narrative, strength] of named) {
    weights.set(narrative, tags.has(narrative) ? tagWeight + NAMED_BESIDES_TAG * strength : NAMED_WEIGHT * strength)
  }
  return weights
}

/** The words of handle, name and aliases, each weighted by the largest share of a name that it makes up. */
function readNameWords(names: readonly (readonly Token[])[]): Map<string, number> {
  const weights = new Map<string, number>()
  for (const tokens of names) {
    const keys = new Set(tokens.map(({ key }) => key))
    for (const key of keys) {
      if (!isStopWord(key) && !/^\p{N}+$/u.test(key)) weights.set(key, Math.max(weights.get(key) ?? 0, 1 / keys.size))
    }
  }
  return weights
}

function linkCorrelated(kols: readonly MatchableKol[]): number[][] {
  const documentOf = new Map(kols.map(({ handle }, document) => [handle.toLowerCase(), document]))
  const links = kols.map(() => new Set<number>())
  kols.forEach(({ correlated }, document) => {
    for (const handle of correlated) {
      const other = documentOf.get(handle.toLowerCase())
      if (other === undefined || other === document) continue
      links[document]!.add(other)
      links[other]!.add(document)
    }
  })
  return links.map((set) => [...set])
}

function append<Key>(lists: Map<Key, number[]>, key: Key, document: number): void {
  const documents = lists.get(key)
  if (documents) documents.push(document)
  else lists.set(key, [document])
}

function put(weights: Map<string, Map<number, number>>, key: string, document: number, weight: number): void {
  const documents = weights.get(key)
  if (documents) documents.set(document, weight)
  else weights.set(key, new Map([[document, weight]]))
}
