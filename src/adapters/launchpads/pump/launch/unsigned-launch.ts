import { VersionedTransaction } from '@solana/web3.js'
import type { Mint, Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { UnsignedTransaction } from '../../../../domain/operation.ts'
import { toBase64 } from '../../../../lib/bytes.ts'
import { isAddress } from '../../../../lib/ed25519.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import type { UnsignedLaunch } from '../../../../ports/launchpad/unsigned.ts'
import { SIGNATURE_BYTES, type WireParts } from '../../../chains/solana/accept-signed.ts'
import { draftLaunch } from './prepare-launch.ts'
import type { PumpContext } from '../context.ts'
import type { PumpStep } from '../transactions/compute-budget.ts'
import type { PlannedTransaction } from '../transactions/pack-transactions.ts'
import { toWire } from '../../../chains/solana/transaction-draft.ts'

/** The simulation's error for a mint that exists already. */
const ACCOUNT_IN_USE = 'AccountAlreadyInUse'

const PURPOSES: Record<PumpStep, string> = {
  'lookup-table': 'make a lookup table for this launch',
  create: 'create the coin',
  lock: 'lock the fee split',
  buy: 'buy for the launcher',
  burn: 'burn what was bought',
  distribute: 'pay the creator fees out',
  transfer: 'pay the block engine',
}

/**
 * The launch for the client to sign with launcher and mint. Not all browser wallets read version 1 transactions yet, so that path is left
 * out.
 */
export async function prepareUnsignedLaunch(
  context: PumpContext,
  plan: CoinPlan,
  launcher: Wallet,
  mint: Mint | null,
): Promise<UnsignedLaunch> {
  if (mint === null || !isAddress(mint)) throw new AppError('wallet_invalid', { field: 'mintPubkey' })
  if (!isAddress(launcher) || launcher === (mint as string)) throw new AppError('wallet_invalid', { field: 'launcherPubkey' })
  const allowed = context.allowedPaths.filter((path) => path !== 'atomic-v1')
  const { route, view } = await draftLaunch(context, plan, launcher, mint, allowed).catch((error: unknown) => {
    const taken = error instanceof AppError && error.code === 'launch_refused' && error.context.reason === ACCOUNT_IN_USE
    throw taken ? new AppError('mint_exists', { mint }, { cause: error }) : error
  })
  return {
    mint,
    lockPath: route.lockPath,
    transactions: route.transactions.map((planned) => unsignedTransaction(planned, view.blockhash.lastValidBlockHeight)),
  }
}

/** A planned transaction for the client to sign. */
export const unsignedTransaction = ({ steps, draft, bundle }: PlannedTransaction, lastValidBlockHeight: number): UnsignedTransaction => ({
  steps,
  bytesBase64: toBase64(
    toWire(
      draft,
      draft.signers.map(() => new Uint8Array(SIGNATURE_BYTES)),
    ),
  ),
  signers: draft.signers as Wallet[],
  purpose: steps.map((step) => PURPOSES[step]).join(', '),
  lastValidBlockHeight,
  ...(bundle === undefined ? {} : { bundle }),
})

/** The parts of a version 0 or 1 transaction; null for any other bytes. */
export function readWire(bytes: Uint8Array): WireParts | null {
  try {
    const { message, signatures } = VersionedTransaction.deserialize(bytes)
    if (message.version === 'legacy') return null
    const signaturesBytes = signatures.length * SIGNATURE_BYTES
    return {
      message: message.version === 1 ? bytes.slice(0, -signaturesBytes) : bytes.slice(1 + signaturesBytes),
      signatures,
    }
  } catch {
    return null
  }
}
