import type { HeadSignature } from '../domain/receipt/receipt-text.ts'
import type { PublicJwk } from '../domain/a2a/public-jwk.ts'

/** What a client's message says. */
export interface A2aMessage {
  readonly messageId: string
  /** Its text parts, one after another. */
  readonly text: string
  /** Its data parts. */
  readonly data: readonly unknown[]
}

/** What a message is answered with: one part, and behind data a text about it. */
export type A2aReply = { readonly data: unknown; readonly about?: string } | { readonly text: string; readonly about?: undefined }

/** A JSON-RPC call as it came in. */
export interface A2aCall {
  readonly body: Readonly<Record<string, unknown>>
  /** Of the header A2A-Version; null where it is missing. */
  readonly version: string | null
  /** Answers what a message asks for. It does not throw. */
  reply(message: A2aMessage): Promise<A2aReply>
  /** Writes down an error that no rule foresees; resolves to what the client may read of it. */
  unforeseen(error: unknown): Promise<string>
}

/** The Agent2Agent protocol, version 1.0. @see https://a2a-protocol.org/latest/specification/ */
export interface A2a {
  /** The keys that cards are signed with: the same on every replica, and after a restart. */
  keys(): readonly PublicJwk[]
  /** The card with signatures over its canonical form; `keysUrl` is where their key is published. */
  signed(card: object, keysUrl: string): Promise<object>
  /** The text signed by the same key, as RFC 7515 flattens it, without the payload; equal texts have equal signatures. */
  signText(text: string, keysUrl: string): Promise<HeadSignature>
  /** The JSON-RPC answer to a call at the interface that the card names. Refusals of the protocol are answers too. */
  answer(card: object, call: A2aCall): Promise<object>
}
