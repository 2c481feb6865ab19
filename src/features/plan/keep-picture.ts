import type { Caller } from '../../domain/api-key.ts'
import { MIB_BYTES } from '../../lib/bytes.ts'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Image } from '../../domain/plan/image.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { retryAfterSec, WAIT_SEC } from '../../domain/limits/retry-after-sec.ts'
import type { Deps } from '../../ports/deps.ts'
import { untrustedPart } from './dry-run-quota.ts'
import type { Policy } from '../../ports/policy.ts'
import type { Repos } from '../../ports/storage/storage.ts'

interface PictureQuotaDeps {
  readonly storage: Pick<Repos, 'images' | 'keys'>
  readonly policy: Pick<Policy, 'pictureQuota' | 'dryRunLifetimeMs'>
}

type Sized = Pick<Image, 'sha256' | 'bytes'>

/**
 * Stores the picture of a plan that is not launched yet, in its caller's quota. Call it in the transaction that stores the plan,
 * after `lockQuotas`.
 */
export async function keepPicture(deps: PictureQuotaDeps, picture: Image, caller: Caller, nowMs: UnixMs): Promise<void> {
  await checkOwnPictures(deps, picture, caller, nowMs)
  await deps.storage.images.insert(picture, { keyId: caller.keyId, atMs: nowMs })
}

/** Throws unless the quotas of the caller and of all have space for the picture. */
export async function checkPictureQuotas(
  deps: PictureQuotaDeps & { readonly rooms: Pick<Deps['rooms'], 'pictures'> },
  picture: Sized,
  caller: Caller,
  nowMs: UnixMs,
): Promise<void> {
  await checkOwnPictures(deps, picture, caller, nowMs)
  const { allBytes: all } = deps.policy.pictureQuota
  const most = { all, untrusted: untrustedPart(all) }
  const addedBytes = countedBytes(picture)
  const taken = await deps.rooms.pictures.takenBeside(addedBytes, most, () => deps.storage.images.unusedOfAll(picture.sha256))
  if (!taken) return
  const fits = (bytes: number, bytesMax: number) => bytes + addedBytes <= bytesMax
  if (fits(taken.all, most.all) && (fits(taken.untrusted, most.untrusted) || !(await deps.storage.keys.isUntrusted(caller.keyId)))) return
  throw new AppError('pictures_full', { retryAfterSec: WAIT_SEC.picturesOfAll })
}

async function checkOwnPictures({ storage, policy }: PictureQuotaDeps, picture: Sized, { keyId }: Caller, nowMs: UnixMs): Promise<void> {
  const { ownBytes: ownMax } = policy.pictureQuota
  const { ownBytes, oldestAtMs } = await storage.images.unusedOf(keyId, picture.sha256)
  if (ownBytes + countedBytes(picture) <= ownMax) return
  const keptMs = Math.max(OWN_LIMITS.pictureRetentionMs, policy.dryRunLifetimeMs + OWN_LIMITS.picturePlanRetentionMs)
  const freeAtMs = unixMs((oldestAtMs ?? nowMs) + keptMs)
  throw new AppError('picture_quota_exceeded', {
    limit: ownMax,
    limitMib: Math.floor(ownMax / MIB_BYTES),
    retryAfterSec: retryAfterSec(freeAtMs, nowMs),
  })
}

const countedBytes = ({ bytes }: Sized): number => Math.max(bytes.length, OWN_LIMITS.pictureBytesLeast)

/** Of pictures up to the largest: some ten megabytes of pages. */
const PICTURES_AT_ONCE = 5

/** Removes unused pictures, a few at a time; returns how many. */
export async function prunePictures({ storage, clock }: Pick<Deps, 'storage' | 'clock'>): Promise<number> {
  const nowMs = clock.nowMs()
  const storedBeforeMs = unixMs(nowMs - OWN_LIMITS.pictureRetentionMs)
  // Late enough that a plan consumed in its last second still finds its picture.
  const neededAfterMs = unixMs(nowMs - OWN_LIMITS.picturePlanRetentionMs)
  let removed = 0
  for (;;) {
    const count = await storage.images.prune({ storedBeforeMs, neededAfterMs, limit: PICTURES_AT_ONCE })
    removed += count
    if (count < PICTURES_AT_ONCE) return removed
    // Yields to requests in between.
    await clock.sleep(20)
  }
}
