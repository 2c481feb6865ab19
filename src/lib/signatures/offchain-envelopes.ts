const SIGNING_DOMAIN = Buffer.from('\xffsolana offchain', 'latin1')
const DOMAIN_BYTES = 32
/** Longer messages have another format, which hardware wallets do not sign. */
const MESSAGE_BYTES_MAX = 1_232

/**
 * The bytes that a wallet signs where it puts Solana's off-chain envelope around the text, for this one signer: version 0 as Ledger has it
 * (without application domain and signers), version 0 whole for each of `applicationDomains(host)`, and version 1. Nothing of an envelope
 * is left open: its format is UTF-8, or printable ASCII where the text is such.
 *
 * @see https://docs.anza.xyz/proposals/off-chain-message-signing, https://github.com/solana-foundation/SRFCs/discussions/3
 */
export function offchainEnvelopes(text: string, signer: Uint8Array, host: string): readonly Uint8Array[] {
  const message = Buffer.from(text, 'utf8')
  if (message.length === 0 || message.length > MESSAGE_BYTES_MAX) return []
  const formats = /^[\x20-\x7e]*$/.test(text) ? [0, 1] : [1]
  const length = [message.length & 0xff, message.length >> 8]
  const joined = (...parts: readonly (Uint8Array | readonly number[])[]) =>
    new Uint8Array(Buffer.concat([SIGNING_DOMAIN, ...parts.map((part) => Uint8Array.from(part)), message]))
  return [
    ...formats.flatMap((format) => [
      joined([0, format], length),
      ...applicationDomains(host).map((domain) => joined([0], domain, [format, 1], signer, length)),
    ]),
    joined([1, 1], signer),
  ]
}

/**
 * The application domains of version 0 that are taken: none (zeros), the SHA-256 of the service's host, and its host with zeros after it
 * where that has room.
 */
export function applicationDomains(host: string): readonly Uint8Array[] {
  const name = Buffer.from(host, 'utf8')
  const padded = name.length <= DOMAIN_BYTES ? [Buffer.concat([name, Buffer.alloc(DOMAIN_BYTES - name.length)])] : []
  return [Buffer.alloc(DOMAIN_BYTES), new Bun.CryptoHasher('sha256').update(name).digest(), ...padded]
}
