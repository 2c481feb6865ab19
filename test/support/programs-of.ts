import type { DeployedCode } from '../../src/domain/operator/deployed-program.ts'
import type { Programs } from '../../src/ports/launchpad/programs.ts'

/** One program of a launchpad, deployed as `seen` says when it is asked; null where nodes say different things. */
export const programsOf = (seen: () => DeployedCode | null, known: boolean | null = null): Programs => ({
  read: async () => [{ name: 'factory', address: 'Fac1', seen: seen(), known }],
})
