import { setDefaultTimeout } from 'bun:test'

/** Of one test: long, so that only one that hangs ends by it, on a busy machine too. bunfig.toml has no key for it in this Bun. */
const TIMEOUT_MS = 180_000

setDefaultTimeout(TIMEOUT_MS)
