import { createPrivateKey, sign as signBytes } from 'node:crypto'
import type { AgentCard as AgentCardType } from '@a2a-js/sdk'
import type { Secret } from '../../lib/secret.ts'
import type { A2a } from '../../ports/a2a.ts'
import { createCardKey } from './card-key.ts'

/** A2A over the official SDK, which is loaded when a card or a call first needs it. The key follows from `secretKey`. */
export function createA2a(secretKey: Secret<string>): A2a {
  const { publicJwk, d } = createCardKey(secretKey)
  return {
    keys: () => [publicJwk],
    async signed(card, keysUrl) {
      const { AgentCard, generateAgentCardSignature } = await import('@a2a-js/sdk')
      const { kid, alg } = publicJwk
      const sign = generateAgentCardSignature({ ...publicJwk, d: d.reveal() }, { alg, kid, typ: 'JOSE', jku: keysUrl })
      // The first is over the protocol's form, which the SDK makes of JSON. The SDK's own verifier makes another of what its client read,
      // without the security schemes; a verifier needs one that holds.
      const ofProtocol = await sign(card as AgentCardType)
      return AgentCard.toJSON(await sign({ ...AgentCard.fromJSON(card), signatures: ofProtocol.signatures })) as object
    },
    signText(text, keysUrl) {
      const { kid, alg, kty, crv, x, y } = publicJwk
      const header = Buffer.from(JSON.stringify({ alg, kid, typ: 'JOSE', jku: keysUrl })).toString('base64url')
      const key = createPrivateKey({ key: { kty, crv, x, y, d: d.reveal() }, format: 'jwk' })
      const signed = signBytes('sha256', Buffer.from(`${header}.${Buffer.from(text).toString('base64url')}`), {
        key,
        dsaEncoding: 'ieee-p1363',
      })
      return { protected: header, signature: signed.toString('base64url') }
    },
    async answer(card, call) {
      const { answerJsonRpc } = await import('./answer-json-rpc.ts')
      return answerJsonRpc(card, call)
    },
  }
}
