/** The profiles one key leads to: document numbers in ascending order, and how well each one carries the key (1 is fully). */
export type Postings = {
  readonly documents: Int32Array
  readonly weights: Float64Array
  /**
   * Inverse document frequency: ln(1 + profiles / those with the key). It stays above ln 2, where BM25's falls to 0: a narrative that
   * every profile has still counts.
   */
  readonly idf: number
}

/**
 * Builds postings from weights by document, per key; the documents of a key must be in ascending order. `documents` is the
 * directory's size.
 */
export function buildPostings(weightsByKey: ReadonlyMap<string, ReadonlyMap<number, number>>, documents: number): Map<string, Postings> {
  return new Map(
    [...weightsByKey].map(([key, weights]) => {
      const idf = Math.log(1 + documents / weights.size)
      return [key, { documents: Int32Array.from(weights.keys()), weights: Float64Array.from(weights.values()), idf }]
    }),
  )
}

/** How well a document carries the key; 0 when it does not. */
export function weightOf({ documents, weights }: Postings, document: number): number {
  let low = 0
  let high = documents.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (documents[middle]! < document) low = middle + 1
    else high = middle
  }
  return documents[low] === document ? weights[low]! : 0
}
