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

/** The vocabulary of the narratives file, extended by unknown tags of the directory: each is found by its own name. */
export function* vocabularyInSteps(tags: Iterable<string>): Generator<void, Vocabulary> {
  const meanings = new Map<string, Meaning[]>()
  const ids = new Map<string, string>()
  const singles = new Set<string>()
  const learn = (entry: string, narrative: string, strength: number) => {
    const key = keyOf(entry)
    if (SINGLE_WORD.test(entry)) singles.add(entry.toLowerCase())
    const known = meanings.get(key) ?? []
    if (key !== '' && !known.some((meaning) => meaning.narrative === narrative)) meanings.set(key, [...known, { narrative, strength }])
  }
  for (const { id, strong, weak } of narratives) {
    yield
    ids.set(keyOf(id), id)
    learn(id, id, 1)
    for (const entry of entriesOf(strong)) learn(entry, id, 1)
    for (const entry of entriesOf(weak)) learn(entry, id, WEAK_STRENGTH)
  }

  const narrativeOf = (tag: string) => {
    const key = keyOf(tag)
    return ids.get(key) ?? meanings.get(key)?.find(({ strength }) => strength === 1)?.narrative ?? tag.trim().toLowerCase()
  }
  // Sorted, so that the vocabulary does not depend on the order of the directory.
  const unknown = [...new Set(tags)].toSorted().filter((tag) => narrativeOf(tag) === tag.trim().toLowerCase() && !ids.has(keyOf(tag)))
  for (const tag of unknown) {
    yield
    learn(tag, narrativeOf(tag), 1)
  }

  // An irregular plural ("corgis", "viruses") has the meanings of its singular.
  for (const word of singles) {
    yield
    for (const plural of pluralsOf(word)) if (!meanings.has(keyOf(plural))) meanings.set(keyOf(plural), meanings.get(keyOf(word))!)
  }

  const words = new Set([...meanings.keys()].filter((key) => !key.includes(' ')))
  return { meanings, words, phraseWordsMax: Math.max(...[...meanings.keys()].map((key) => key.split(' ').length)), narrativeOf }
}

const entriesOf = (entries: string) => entries.split(',').map((entry) => entry.trim())

const keyOf = (entry: string) =>
  splitWords(entry)
    .map(({ whole }) => stem(whole))
    .join(' ')
