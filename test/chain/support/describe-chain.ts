import { describe } from 'bun:test'
import { chainSkipReason } from './chain-programs.ts'

const SAID = Symbol.for('chain-suite-skip-said')

/** A suite over the real programs. Where they cannot be had nothing of it is run, and the run says why in one line. */
export function describeChain(name: string, body: () => void): void {
  if (canRun()) describe(name, body)
}

/** The suite for each of these. */
describeChain.each = <Case extends object>(cases: readonly Case[]) => {
  return (name: string, body: (of: Case) => void): void => {
    if (canRun()) describe.each([...cases])(name, body)
  }
}

function canRun(): boolean {
  const reason = chainSkipReason()
  if (reason === null) return true
  const flags = globalThis as { [SAID]?: boolean }
  if (!flags[SAID]) console.warn(`test/chain is not run: ${reason}`)
  flags[SAID] = true
  return false
}
