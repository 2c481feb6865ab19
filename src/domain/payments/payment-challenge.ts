import { keccakHex, sha256Hex } from '../../lib/bytes.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { openToken, type SecretBox, sealToken } from '../../lib/secret-box.ts'
import type { UnixMs, UsdMicros } from '../brands.ts'
import { AppError } from '../errors.ts'
import { PAYMENT_NETWORK, PAYMENT_TIMEOUT_SEC } from './payment.ts'
import { objectOf } from './header-json.ts'
import { authorizationOf, objectIn, type ReadPayment } from './payment-header.ts'

const KIND = 'payment-challenge'
const [METHOD, INTENT, CREDENTIAL] = ['evm', 'charge', 'authorization']
const SCHEME = /^payment +([\w+/=-]+) *$/i

/** What a challenge asks for: one transfer in USDC to the recipient, for a call of this host. */
export interface ChallengeTerms {
  /** Host of the service. */
  readonly realm: string
  readonly payTo: string
  readonly amountUsdMicros: UsdMicros
}

/** A payment that answers a challenge. */
export interface AnsweredChallenge extends ReadPayment {
  readonly challengeId: string
}

/**
 * The value of `www-authenticate` for a call at this price: one challenge of the Machine Payments Protocol, whose id nobody else can make.
 * Its method `evm` with credentials of type `authorization` is the same EIP-3009 transfer as in x402.
 * @see draft-httpauth-payment-01, draft-evm-charge-00
 */
export function paymentChallenge(box: SecretBox, terms: ChallengeTerms, nowMs: UnixMs): string {
  const request = requestOf(terms)
  const expires = new Date(nowMs + PAYMENT_TIMEOUT_SEC * 1_000).toISOString()
  const id = sealToken(box, KIND, bound(terms.realm, request, expires))
  const parts = { id, realm: terms.realm, method: METHOD, intent: INTENT, request, expires }
  return `Payment ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}

/** True when `authorization` carries a payment. */
export const carriesCredential = (headers: Pick<Headers, 'get'>): boolean => SCHEME.test(headers.get('authorization') ?? '')

/** The payment in `authorization`, which answers a challenge of ours for these terms. Its signature is not checked. */
export function readCredential(box: SecretBox, terms: ChallengeTerms, headers: Pick<Headers, 'get'>): AnsweredChallenge {
  const credential = objectIn(SCHEME.exec(headers.get('authorization') ?? '')?.[1] ?? '')
  const { id, realm, method, intent, request, expires } = objectOf(credential.challenge, 'challenge is missing')
  const isOurs =
    typeof id === 'string' && realm === terms.realm && openToken(box, KIND, id) === bound(terms.realm, String(request), String(expires))
  if (!isOurs || method !== METHOD || intent !== INTENT) throw mismatch('the challenge must be one of this service, as it stands')
  if (request !== requestOf(terms)) throw mismatch('the challenge was for a call at another price')
  const payload = objectOf(credential.payload, 'payload is missing')
  if (payload.type !== CREDENTIAL) throw mismatch(`the credential must be of type ${CREDENTIAL}`)
  const authorization = authorizationOf(payload, payload.signature, 2)
  // The draft joins id and realm; later clients write both as a JSON list.
  const nonces = [`${id}${realm}`, JSON.stringify([id, realm])].map(keccakHex)
  if (!nonces.includes(authorization.nonce)) throw mismatch('the nonce must be the hash of the challenge')
  const { caip2: network, asset } = PAYMENT_NETWORK
  return { authorization, challengeId: id, accepted: { scheme: 'exact', network, asset, amount: terms.amountUsdMicros.toString() } }
}

/** The value of `payment-receipt`. @see draft-httpauth-payment-01 */
export const challengeReceipt = (challengeId: string, transaction: string, settledAtMs: number): string =>
  Buffer.from(
    JSON.stringify({
      status: 'success',
      method: METHOD,
      timestamp: new Date(settledAtMs).toISOString(),
      reference: transaction,
      challengeId,
      chainId: PAYMENT_NETWORK.chainId,
    }),
  ).toString('base64url')

const mismatch = (reason: string) => new AppError('payment_mismatch', { reason })

const bound = (realm: string, request: string, expires: string): string => sha256Hex(`${realm}\n${request}\n${expires}`)

const requestOf = ({ payTo, amountUsdMicros }: ChallengeTerms): string =>
  Buffer.from(
    canonicalJson({
      amount: amountUsdMicros.toString(),
      currency: PAYMENT_NETWORK.asset,
      methodDetails: { chainId: PAYMENT_NETWORK.chainId, credentialTypes: [CREDENTIAL], decimals: 6 },
      recipient: payTo,
    }),
  ).toString('base64url')
