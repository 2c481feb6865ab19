import type { ApiOperation, SecurityScheme } from './api-document.ts'
import type { RouteDescription } from './route-table.ts'

/** The authentication schemes, one per header. @see rules 5 */
export const SECURITY_SCHEMES = {
  apiKey: header('x-svc-api-key', 'A key from POST /api/agent/keys/claim or from the operator.'),
  launcherKey: header('x-launcher-key', 'Secret of the launcher wallet: base58 text or a JSON byte array. Never stored, logged or echoed.'),
  payment: header('PAYMENT-SIGNATURE', 'A signed payment in the place of the key, base64 (x402 version 2); version 1 goes in X-PAYMENT.'),
  wallet: header('x-svc-wallet', 'The wallet that signs.'),
  walletTimestamp: header('x-svc-timestamp', 'When it signed, in ms; at most 5 minutes off.'),
  walletSignature: header(
    'x-svc-signature',
    'ed25519 over the UTF-8 message, plain or in Solana’s off-chain envelope (legacy, version 0 for this signer with the application domain of zeros or the SHA-256 of the host, version 1), as base58, base64, base64url, hex or numbers; each counts once. Under a spending policy or its end also EIP-712 by an EVM wallet’s key, 65 bytes in hex.',
  ),
} as const

/** What a call of the route is sent with: one of these, each with every header of it. */
export function securityOf({ guard, routeDocs }: RouteDescription): ApiOperation['security'] {
  if (routeDocs.walletSigns !== undefined) return [{ wallet: [], walletTimestamp: [], walletSignature: [] }]
  if (!guard.key) return []
  if (guard.payerOnly) return [{ payment: [] }]
  const withSecret = { apiKey: [], launcherKey: [] }
  const keyed = guard.launcher ? [withSecret] : routeDocs.launcherSecret === 'optional' ? [{ apiKey: [] }, withSecret] : [{ apiKey: [] }]
  if (guard.price === undefined) return keyed
  return [...keyed, ...keyed.map(({ apiKey: _, ...others }: { apiKey: never[]; launcherKey?: never[] }) => ({ payment: [], ...others }))]
}

function header(name: string, description: string): SecurityScheme {
  return { type: 'apiKey', in: 'header', name, description }
}
