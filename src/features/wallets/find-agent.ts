import { AppError } from '../../domain/errors.ts'
import { spelledWallet, walletProblem } from '../../domain/text/wallet-address.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LaunchedBy } from '../../ports/storage/agents.ts'

/** Whom a record is of, and what it calls them. */
export interface Agent {
  readonly name: string
  readonly by: LaunchedBy
}

/**
 * The agent of a wallet that may have launched, or of a key by its public name.
 *
 * @throws AppError agent_not_found when no key has that name
 */
export async function findAgent({ storage }: Pick<Deps, 'storage'>, name: string): Promise<Agent> {
  if (walletProblem(name) === null) {
    const launcher = spelledWallet(name)
    return { name: launcher, by: { launcher } }
  }
  const keyId = await storage.agents.findKey(name)
  if (keyId === null) throw new AppError('agent_not_found')
  return { name, by: { keyId } }
}
