import { sha256Hex } from '../../lib/bytes.ts'
import type { KeyId } from '../brands.ts'

/** 128 bits. */
const KEY_NAME_HEX = 32

/**
 * What a key is called in public, by texts that are signed, receipts and records of agents: ids of keys are not public, and none can be
 * had from it. It stays over rotations, as the id does.
 */
export const keyName = (keyId: KeyId): string => sha256Hex(`agent key ${keyId}`).slice(0, KEY_NAME_HEX)
