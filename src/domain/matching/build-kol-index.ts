import { looksOf } from '../../lib/look-alike.ts'
import type { Wallet } from '../brands.ts'
import { addressKey, type WalletOf } from '../crew/payee.ts'
import type { KolImport } from '../kols/kol.ts'
import { buildPostings, type Postings } from './postings.ts'
import { readTokens, type Token } from './read-tokens.ts'
import { isStopWord } from './stop-words.ts'
import { buildVocabulary, type Vocabulary } from './vocabulary.ts'

/** What matching reads of a profile. Stored and imported kols both are one. */
export type MatchableKol = Omit<KolImport, 'optedOut'> & { readonly optedOut?: boolean }

/** A directory made ready for `matchCrew`. A profile's document number is its index in `kols`: best rank first, then handle. */
export type KolIndex = {
  readonly kols: readonly MatchableKol[]
  readonly vocabulary: Vocabulary
  readonly byNarrative: ReadonlyMap<string, Postings>
  readonly byWord: ReadonlyMap<string, Postings>
  /** Documents paid into one wallet, ascending. */
  readonly byWallet: ReadonlyMap<Wallet, readonly number[]>
  /** Those of `byWallet` with two documents or more. */
  readonly sharedWallets: readonly (readonly number[])[]
  /** Documents known to act together with a document, both ways round. */
  readonly correlated: readonly (readonly number[])[]
  /** Documents by each thing that their handle, name or an alias looks like; made when it is first asked for. */
  readonly byLook: () => ReadonlyMap<string, readonly number[]>
  /** Whom a launchpad cannot pay, and who is paid elsewhere than in `wallet`; made when a launchpad's is first asked for. */
  readonly payable: (walletOf: WalletOf) => Payable
  /** Working space of one match, all zeros between matches. */
  readonly scratch: { readonly scores: Float64Array; readonly touched: Int32Array }
}

/** A directory as one launchpad pays it. */
export interface Payable {
  /** Wallets of those who have none where it pays. */
  readonly unpaid: readonly Wallet[]
  /** Wallets of those who are paid at another address, by that. @see addressKey */
  readonly elsewhere: ReadonlyMap<string, readonly Wallet[]>
}

// The constants of matching were set by judgment, then two of them (NAMED_BESIDES_TAG, WEAK_STRENGTH) on the coins of the judged
// set that may be tuned on. Halving or doubling one moves nDCG@5 there by 0.03 or less; only names above tags cost more (0.11).
// A profile of many narratives carries each of them a little less than a specialist.
const FOCUS = 0.1
// A name can say what the tags leave out: fully known words, or hints.
const NAMED_WEIGHT = 0.6
const NAMED_BESIDES_TAG = 0.07

/**
 * Indexes a directory, whatever its order; build one per directory version. Profiles that opted out are left out.
 * An index serves one match at a time, which a synchronous `matchCrew` cannot break.
 */
export function buildKolIndex(directory: readonly MatchableKol[]): KolIndex {
  const kols = directory.filter(({ optedOut }) => !optedOut).toSorted(byRankThenHandle)
  const vocabulary = buildVocabulary(kols.flatMap(({ narratives }) => narratives))
  const narrativeWeights = new Map<string, Map<number, number>>()
  const wordWeights = new Map<string, Map<number, number>>()
  const byWallet = new Map<Wallet, number[]>()
  kols.forEach((kol, document) => {
    const names = [kol.displayName, ...kol.aliases, kol.handle].map((name) => readTokens(name, vocabulary))
    for (const [narrative, weight] of readNarratives(kol, names, vocabulary)) put(narrativeWeights, narrative, document, weight)
    for (const [word, weight] of readNameWords(names)) put(wordWeights, word, document, weight)
    byWallet.set(kol.wallet, [...(byWallet.get(kol.wallet) ?? []), document])
  })
  return {
    kols,
    vocabulary,
    byNarrative: buildPostings(narrativeWeights, kols.length),
    byWord: buildPostings(wordWeights, kols.length),
    byWallet,
    sharedWallets: [...byWallet.values()].filter(({ length }) => length > 1),
    correlated: linkCorrelated(kols),
    byLook: onlyOnce(() => indexLooks(kols)),
    payable: onceEach((walletOf) => indexPayable(byWallet, kols, walletOf)),
    scratch: { scores: new Float64Array(kols.length), touched: new Int32Array(kols.length) },
  }
}

function onlyOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}

function onceEach<Key extends WeakKey, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/** Of profiles that share a wallet the first says where they are paid. */
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

function indexLooks(kols: readonly MatchableKol[]): Map<string, number[]> {
  const byLook = new Map<string, number[]>()
  kols.forEach((kol, document) => {
    for (const look of new Set([kol.handle, kol.displayName, ...kol.aliases].flatMap(looksOf))) {
      const others = byLook.get(look)
      if (others) others.push(document)
      else byLook.set(look, [document])
    }
  })
  return byLook
}

function byRankThenHandle(a: MatchableKol, b: MatchableKol): number {
  const [first, second] = [a.handle.toLowerCase(), b.handle.toLowerCase()]
  return a.rank - b.rank || (first < second ? -1 : Number(first > second))
}

/** How well a profile carries each narrative: by its tags, or by what its name says. */
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

/** The words of handle, name and aliases, each weighed by its share of the name that it fills most. */
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

function put(weights: Map<string, Map<number, number>>, key: string, document: number, weight: number): void {
  const documents = weights.get(key)
  if (documents) documents.set(document, weight)
  else weights.set(key, new Map([[document, weight]]))
}
