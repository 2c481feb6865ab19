import { narratives } from './narratives.ts'
import { splitWords } from './split-words.ts'
import { pluralsOf } from './plurals.ts'
import { stem } from './stem.ts'

/** A meaning of a word or phrase: a narrative, and how certain it is (1; less for a hint). */
export type Meaning = { readonly narrative: string; readonly strength: number }

/** The words a text can be read with. Keys are stems; those of a phrase are joined by one blank. */
export type Vocabulary = {
  readonly meanings: ReadonlyMap<string, readonly Meaning[]>
  /** Stems that are words of their own in `meanings`, without the phrases. */
  readonly words: ReadonlySet<string>
  /** Words in the longest phrase. */
  readonly phraseWordsMax: number
  /** The narrative that a directory's tag names: "Dogs", "doge" and "dog" are all dogs. */
  narrativeOf(tag: string): string
}

const SINGLE_WORD = /^[a-z]{3,48}$/i
const WEAK_STRENGTH = 0.3

/** Entries as they are learned: what each key means, the ids by their keys, and the entries that have a plural, each by its key. */
class Entries {
  readonly meanings: Map<string, readonly Meaning[]>
  readonly ids: Map<string, string>
  readonly singles: Map<string, string>

  constructor(known?: Entries) {
    this.meanings = new Map(known?.meanings)
    this.ids = new Map(known?.ids)
    this.singles = new Map(known?.singles)
  }

  learn(entry: string, narrative: string, strength: number): void {
    const key = keyOf(entry)
    if (SINGLE_WORD.test(entry)) this.singles.set(entry.toLowerCase(), key)
    const known = this.meanings.get(key) ?? []
    if (key !== '' && !known.some((meaning) => meaning.narrative === narrative)) this.meanings.set(key, [...known, { narrative, strength }])
  }
}

/** Reads something that never changes, in steps, the first time alone. */
function onceInSteps<Value>(read: () => Generator<void, Value>): () => Generator<void, Value> {
  let kept: Value | undefined
  return function* () {
    return (kept ??= yield* read())
  }
}

/** What the narratives file says, and the keys of the plurals of its words: the same for every directory. */
const narrativesFile = onceInSteps(function* () {
  const entries = new Entries()
  for (const { id, strong, weak } of narratives) {
    yield
    entries.ids.set(keyOf(id), id)
    entries.learn(id, id, 1)
    for (const entry of entriesOf(strong)) entries.learn(entry, id, 1)
    for (const entry of entriesOf(weak)) entries.learn(entry, id, WEAK_STRENGTH)
  }
  const plurals = new Map<string, readonly string[]>()
  for (const word of entries.singles.keys()) {
    yield
    plurals.set(word, pluralsOf(word).map(keyOf))
  }
  return { entries, plurals }
})

/** The vocabulary of the narratives file, extended by unknown tags of the directory: each is found by its own name. */
export function* vocabularyInSteps(tags: Iterable<string>): Generator<void, Vocabulary> {
  const { entries, plurals } = yield* narrativesFile()
  const read = new Entries(entries)
  const { meanings, ids, singles } = read

  const narrativeOf = (tag: string) => {
    const key = keyOf(tag)
    return ids.get(key) ?? meanings.get(key)?.find(({ strength }) => strength === 1)?.narrative ?? tag.trim().toLowerCase()
  }
  // Sorted, so that the vocabulary does not depend on the order of the directory.
  const unknown = [...new Set(tags)].toSorted().filter((tag) => narrativeOf(tag) === tag.trim().toLowerCase() && !ids.has(keyOf(tag)))
  for (const tag of unknown) {
    yield
    read.learn(tag, narrativeOf(tag), 1)
  }

  // An irregular plural ("corgis", "viruses") has the meanings of its singular.
  for (const [word, key] of singles) {
    for (const plural of plurals.get(word) ?? pluralsOf(word).map(keyOf)) {
      if (!meanings.has(plural)) meanings.set(plural, meanings.get(key)!)
    }
  }

  const words = new Set([...meanings.keys()].filter((key) => !key.includes(' ')))
  return { meanings, words, phraseWordsMax: Math.max(...[...meanings.keys()].map((key) => key.split(' ').length)), narrativeOf }
}

const entriesOf = (entries: string) => entries.split(',').map((entry) => entry.trim())

const keyOf = (entry: string) =>
  splitWords(entry)
    .map(({ whole }) => stem(whole))
    .join(' ')
