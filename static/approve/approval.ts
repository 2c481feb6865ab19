import bs58 from 'bs58'
import type { ApprovedView } from '../../src/features/dry-run/dry-run-view.ts'
import { type Answer, ask } from '../lib/api.ts'
import { dryRunPath } from './dry-run.ts'

/** What an approver signs, and nothing beside it. */
export interface ApprovalText {
  readonly text: string
  readonly timestamp: string
}

/** A signed approval that can be sent. */
export interface SignedApproval extends ApprovalText {
  readonly wallet: string
  readonly signature: Uint8Array
}

/** The text to sign at this time of the service. */
export function approvalText(dryRunId: string, serverNowMs: number): ApprovalText {
  const timestamp = String(Math.floor(serverNowMs))
  return { text: `svc-approve-dry-run:${dryRunId}:${timestamp}`, timestamp }
}

/** Sends the approval. Sending one twice changes nothing: the service takes each signature once. */
export const sendApproval = (dryRunId: string, { wallet, timestamp, signature }: SignedApproval): Promise<Answer<ApprovedView>> =>
  ask(`${dryRunPath(dryRunId)}/approve`, {
    method: 'POST',
    headers: {
      'x-svc-wallet': wallet,
      'x-svc-timestamp': timestamp,
      'x-svc-signature': bs58.encode(signature),
      'x-svc-dry-run-id': dryRunId,
    },
  })
