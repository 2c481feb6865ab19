import type { Mint } from '../../domain/brands.ts'
import { AppError, invalidFields } from '../../domain/errors.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'

const path = '/mintPubkey'

/**
 * Throws unless the client can sign for this mint on this launchpad, or names none. The mint must be an address with a secret key that is
 * neither the launcher nor a wallet of the crew, on a launchpad where the client holds the mint's key.
 */
export function checkMintPubkey(
  launchpad: Launchpad,
  mint: Mint | null,
  { launcherPubkey, crew }: Pick<PlanRequest, 'launcherPubkey' | 'crew'>,
): void {
  if (mint === null) return
  const refuse = (message: string) => invalidFields([{ path, message }])
  if (!launchpad.facts.clientHoldsMint) throw refuse(`is not taken: ${launchpad.facts.title} makes the address of the coin`)
  if (!launchpad.isWallet(mint))
    throw new AppError('wallet_invalid', { field: 'mintPubkey' }, { fields: [{ path, message: 'is not an address' }] })
  if (!launchpad.canSign(mint)) throw refuse('is an address that no key can sign for')
  if ((mint as string) === launcherPubkey) throw refuse('is the launcher’s key: a mint needs one of its own')
  if (crew?.some(({ wallet }) => wallet === mint)) throw refuse('is a wallet of the crew: what is paid to a mint is lost')
}
