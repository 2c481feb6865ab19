import { describe } from 'bun:test'
import { chainSkipReason } from './chain-programs.ts'

const SAID = Symbol.for('chain-suite-skip-said')

/** A suite over the real programs. Where they cannot be had nothing of it is run, and the run says why in one line. */
export function describeChain(name: string, body: () => void): void {
  const reason = chainSkipReason()
  if (reason === null) return describe(name, body)
  const flags = globalThis as { [SAID]?: boolean }
  if (!flags[SAID]) console.warn(`test/chain is not run: ${reason}`)
  flags[SAID] = true
}
