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
    async signText(text, keysUrl) {
      const { p256 } = await import('@noble/curves/nist')
      const { kid, alg } = publicJwk
      const base64url = (value: Uint8Array | string) => Buffer.from(value).toString('base64url')
      const header = base64url(JSON.stringify({ alg, kid, typ: 'JOSE', jku: keysUrl }))
      // Without chance (RFC 6979), so that equal texts have equal signatures.
      const signed = p256.sign(Buffer.from(`${header}.${base64url(text)}`), Buffer.from(d.reveal(), 'base64url'), { prehash: true })
      return { protected: header, signature: base64url(signed.toBytes('compact')) }
    },
    async answer(card, call) {
      const { answerJsonRpc } = await import('./answer-json-rpc.ts')
      return answerJsonRpc(card, call)
    },
  }
}
