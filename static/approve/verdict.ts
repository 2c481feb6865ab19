import bs58 from 'bs58'
import { type Answer, ask } from '../lib/api.ts'
import { dryRunPath } from './dry-run.ts'

/** What an approver says of a plan; the last part of the address that it is sent to. */
export type VerdictKind = 'approve' | 'reject'

/** What an approver signs, and nothing beside it. */
export interface VerdictText {
  readonly kind: VerdictKind
  readonly text: string
  readonly timestamp: string
}

/** A signed verdict that can be sent. */
export interface SignedVerdict extends VerdictText {
  readonly wallet: string
  readonly signature: Uint8Array
  /** Why a plan is rejected; sent with a rejection alone, and not signed. */
  readonly reason: string
}

/** The text to sign at this time of the service. */
export function verdictText(kind: VerdictKind, dryRunId: string, serverNowMs: number): VerdictText {
  const timestamp = String(Math.floor(serverNowMs))
  return { kind, text: `svc-${kind}-dry-run:${dryRunId}:${timestamp}`, timestamp }
}

/** Sends the verdict. Sending one twice changes nothing: the service takes each signature once. */
export const sendVerdict = (
  dryRunId: string,
  { kind, wallet, timestamp, signature, reason }: SignedVerdict,
): Promise<Answer<{ readonly ok: true }>> =>
  ask(`${dryRunPath(dryRunId)}/${kind}`, {
    method: 'POST',
    headers: {
      'x-svc-wallet': wallet,
      'x-svc-timestamp': timestamp,
      'x-svc-signature': bs58.encode(signature),
      'x-svc-dry-run-id': dryRunId,
      ...(kind === 'reject' ? { 'content-type': 'application/json' } : {}),
    },
    ...(kind === 'reject' ? { body: JSON.stringify({ reason }) } : {}),
  })
