import { type UnixMs, unixMs, type Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import { openToken, sealToken } from '../../lib/secret-box.ts'
import { Secret } from '../../lib/secret.ts'
import { ApprovalsToken } from '../../domain/plan/approvals-token.ts'
import { matchesSchema } from '../../domain/text/schema-kinds.ts'

/** What an approver signs to open the list of the service at `host`. @see rules 5.9 */
export const openingMessage = (host: string, wallet: string, timestamp: string): string =>
  `svc-open-approvals:${host}:${wallet}:${timestamp}`

const KIND = 'approvals'

/** A token that opens the list of plans for 15 minutes to `wallet`, whose signature was verified before. It reads, and decides nothing. */
export function openApprovals(
  { clock, policy, approverTokens }: Pick<Deps, 'clock' | 'policy' | 'approverTokens'>,
  wallet: Wallet,
): { readonly token: Secret<string>; readonly untilMs: UnixMs } {
  if (!policy.approvers.has(wallet)) throw new AppError('approver_not_allowed', { reason: 'the operator has not listed it' })
  const opened: ApprovalsToken = { wallet, untilMs: unixMs(clock.nowMs() + LIMITS.approvalsOpenMs) }
  return { token: new Secret(sealToken(approverTokens, KIND, opened)), untilMs: opened.untilMs }
}

/** The approver to whom the list is open by this token, while the operator lists the wallet. */
export function approverOfToken(
  { clock, policy, approverTokens }: Pick<Deps, 'clock' | 'policy' | 'approverTokens'>,
  token: Secret<string> | null,
): Wallet {
  const opened = token && openToken(approverTokens, KIND, token.reveal())
  if (!matchesSchema(ApprovalsToken, opened) || opened.untilMs <= clock.nowMs() || !policy.approvers.has(opened.wallet))
    throw new AppError('approvals_token_invalid')
  return opened.wallet
}
