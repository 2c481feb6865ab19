export { ApiError, dataOf, unhandledCode } from './api-error.ts'
export { approvalMessage, approveDryRun } from './approve-dry-run.ts'
export { type AgentLaunchClient, type Answer, type ClientOptions, createClient } from './create-client.ts'
export { launch, type LaunchOptions, newIdempotencyKey } from './launch.ts'
export { launchUnsigned } from './launch-unsigned.ts'
export type * from './openapi.ts'
export { PaymentNotMade } from './payment-not-made.ts'
export { prepaidFetch, type PrepaidOptions } from './prepaid-fetch.ts'
export { readReferrals, referralsMessage } from './read-referrals.ts'
export { signTransaction, signTransactions } from './sign-transactions.ts'
export {
  type EventType,
  handleWebhook,
  verifyWebhook,
  type WebhookHandlers,
  type WebhookMessage,
  type WebhookMessageType,
} from './verify-webhook.ts'
export { waitForApproval, type WaitOptions } from './wait-for-approval.ts'
export { waitForLaunch } from './wait-for-launch.ts'
export { type KeypairSigner, newSigner, type Signer, signerOf, walletHeaders } from './signer.ts'
export { wireFeesUnsigned } from './wire-fees-unsigned.ts'
