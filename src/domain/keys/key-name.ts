import { sha256Hex } from '../../lib/bytes.ts'
import type { KeyId } from '../brands.ts'

/** 128 bits. */
const KEY_NAME_HEX = 32

/** What texts that are signed call a key: they stand in receipts, and ids of keys are not public. */
export const keyName = (keyId: KeyId): string => sha256Hex(`agent key ${keyId}`).slice(0, KEY_NAME_HEX)
