import type { KeyId, UnixMs } from '../../domain/brands.ts'
import type { SignedPolicy } from '../../domain/policy/check-policy.ts'
import type { Approval } from '../../domain/plan/dry-run.ts'
import type { Page, PageRequest } from './page.ts'

/** A policy with what it is found by. */
export interface StoredPolicy extends SignedPolicy {
  /** SHA-256 of its text. */
  readonly hash: string
  readonly signedAtMs: UnixMs
}

/** Spending policies, unique by hash; none is ever changed but by signatures and its end. */
export interface PolicyRepo {
  /** False, with nothing changed, when one of this hash is there. */
  insert(signed: StoredPolicy): Promise<boolean>
  /** Null when there is none of this hash. */
  find(hash: string): Promise<StoredPolicy | null>
  /** Adds an approval; null, with nothing changed, when its approvals are no more those that were seen, or it was revoked. */
  approve(seen: StoredPolicy, approval: Approval): Promise<StoredPolicy | null>
  /** Ends it; null, with nothing changed, when it was revoked before, or is not there. */
  revoke(hash: string, atMs: UnixMs): Promise<StoredPolicy | null>
  /** Those of the key that were not revoked and whose time is not over, those that last longest first: 20 at most. */
  listLiving(keyId: KeyId, nowMs: UnixMs): Promise<readonly StoredPolicy[]>
  /** Newest first, revoked ones too; those of one key, or all. */
  list(page: PageRequest, keyId: KeyId | null): Promise<Page<StoredPolicy>>
}
