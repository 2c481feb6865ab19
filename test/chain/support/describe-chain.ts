import { describe } from 'bun:test'
import { chainSkipReason } from './chain-programs.ts'

const SAID = Symbol.for('chain-suite-skip-said')

/** A suite over the real programs. Where they cannot be had it is skipped, and the run says why in one line. */
export function describeChain(name: string, body: () => void): void {
  const reason = chainSkipReason()
  const flags = globalThis as { [SAID]?: boolean }
  if (reason && !flags[SAID]) {
    flags[SAID] = true
    console.warn(`test/chain skipped: ${reason}`)
  }
  describe.skipIf(reason !== null)(name, body)
}
