import type { KeyId, UnixMs } from '../../domain/brands.ts'
import type { Image } from '../../domain/plan/image.ts'

/** Who puts a picture there, and when. */
export interface ImageKeeper {
  readonly keyId: KeyId
  readonly atMs: UnixMs
}

/** What the pictures hold that no launch has taken; each counts as `LIMITS.pictureBytesLeast` at least. */
export interface UnusedPictures {
  /** Of the key's owner: the key itself, or all keys that its address claimed together. */
  readonly ownBytes: number
  /** Of everyone that anyone can be: owners of claimed keys, and payers. */
  readonly strangersBytes: number
  readonly allBytes: number
  /** When the oldest one of the owner was put there; null when there is none. */
  readonly oldestAtMs: UnixMs | null
  /** False for a key that the operator minted, and for the operator's own. */
  readonly stranger: boolean
}

/** Pictures, each once, by their hash. */
export interface ImageRepo {
  /** Keeps the picture, from now on in this keeper's quota; one that is there already keeps its bytes. */
  insert(image: Image, keeper: ImageKeeper): Promise<void>
  /** A launch has it: it counts in no quota from now on. */
  use(sha256: string): Promise<void>
  /** Undoes `use`, unless a coin or a launch that did not fail has the picture. */
  release(sha256: string): Promise<void>
  /** Null when nobody put it there, or it was removed. */
  find(sha256: string): Promise<Image | null>
  /** What is held, but for this picture. Run it in the transaction that inserts, under a lock, to keep what it says true. */
  unused(keyId: KeyId, exceptSha256: string): Promise<UnusedPictures>
  /**
   * Removes `limit` pictures at most that were put there before `storedBeforeMs` and that nobody needs: no dry-run or offer
   * that lives after `neededAfterMs`, no operation but failed ones, no coin. Returns how many. A picture that is put there
   * at the same moment, by whomever, stays.
   */
  prune(times: { readonly storedBeforeMs: UnixMs; readonly neededAfterMs: UnixMs; readonly limit: number }): Promise<number>
}
