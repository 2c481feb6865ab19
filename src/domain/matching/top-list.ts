/** Keeps the documents with the highest scores; of equal scores the lower document number. */
export type TopList = {
  add(document: number): void
  /** Best first. */
  documents(): number[]
}

/** An empty list for at most `limit` documents. `scores` is read by each `add` and must not change between. */
export function createTopList(limit: number, scores: Float64Array): TopList {
  const kept = new Int32Array(limit)
  let size = 0
  const isBetter = (a: number, b: number) => scores[a]! > scores[b]! || (scores[a] === scores[b] && a < b)
  return {
    add(document) {
      if (size === limit && !isBetter(document, kept[size - 1]!)) return
      let at = size < limit ? size++ : size - 1
      while (at > 0 && isBetter(document, kept[at - 1]!)) {
        kept[at] = kept[at - 1]!
        at -= 1
      }
      kept[at] = document
    },
    documents: () => [...kept.subarray(0, size)],
  }
}
