import { AppError } from '../../domain/errors.ts'
import { spelledWallet, walletProblem } from '../../domain/text/wallet-address.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LaunchedBy } from '../../ports/storage/agents.ts'

/** The agent that is named, by a wallet that may have launched or by the public name of a key, and its name as it is spelled. */
export async function findAgent({ storage }: Pick<Deps, 'storage'>, name: string): Promise<{ name: string; by: LaunchedBy }> {
  if (walletProblem(name) === null) {
    const launcher = spelledWallet(name)
    return { name: launcher, by: { launcher } }
  }
  const keyId = await storage.agents.findKey(name)
  if (keyId === null) throw new AppError('agent_not_found')
  return { name, by: { keyId } }
}
