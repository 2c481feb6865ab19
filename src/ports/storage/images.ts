import type { RoomTaken } from '../../domain/limits/room.ts'
import type { KeyId, UnixMs } from '../../domain/brands.ts'
import type { Image } from '../../domain/plan/image.ts'

/** Who stores a picture, and when. */
export interface ImageKeeper {
  readonly keyId: KeyId
  readonly atMs: UnixMs
}

/** Bytes of one owner's pictures that no launch has used; each counts as at least `OWN_LIMITS.pictureBytesLeast`. */
export interface UnusedOfOwner {
  /** Of the key itself, or of all keys claimed from its address. */
  readonly ownBytes: number
  /** When the oldest one was stored; null when there is none. */
  readonly oldestAtMs: UnixMs | null
}

/** Pictures, each once, by their hash. */
export interface ImageRepo {
  /** Stores the picture in this owner's quota; existing bytes are kept. */
  insert(image: Image, keeper: ImageKeeper): Promise<void>
  /** Marks the picture used by a launch, so that it counts in no quota. */
  use(sha256: string): Promise<void>
  /** Undoes `use`, unless a coin or a launch that did not fail has the picture. */
  release(sha256: string): Promise<void>
  /** Null when it was never stored, or was removed. */
  find(sha256: string): Promise<Image | null>
  /** The owner's without this picture. Run it in the transaction that inserts, under a lock, so that it stays true. */
  unusedOf(keyId: KeyId, exceptSha256: string): Promise<UnusedOfOwner>
  /** Everybody's bytes without this picture, counted the same way: work in proportion to them; nothing keeps it true. */
  unusedOfAll(exceptSha256: string): Promise<RoomTaken>
  /**
   * Deletes at most `limit` pictures stored before `storedBeforeMs` that nothing uses: no dry-run or offer that is valid after
   * `neededAfterMs`, no operation except failed ones, no coin. Returns how many. A picture that is stored concurrently stays.
   */
  prune(times: { readonly storedBeforeMs: UnixMs; readonly neededAfterMs: UnixMs; readonly limit: number }): Promise<number>
}
