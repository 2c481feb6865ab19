/**
 * What is sold for one payment, as version 2 of the protocol tells it to payers, and a facilitator to those who look for paid calls.
 * @see x402 specification 5.1.2, and its extension bazaar
 */
export interface SoldResource {
  readonly resource: {
    /** Public URL of the call. */
    readonly url: string
    readonly description: string
    readonly mimeType: string
    /** Printable ASCII, 32 characters at most; left out when the service's name has no such form. */
    readonly serviceName?: string
    /** 5 at most. */
    readonly tags: readonly string[]
    readonly iconUrl: string
  }
  /** `bazaar`, where the route is known: how it is called, with its schema and an example. */
  readonly extensions: Readonly<Record<string, unknown>>
}

const SERVICE_NAME_CHARACTERS_MAX = 32

/** The service's title in the characters that catalogues take; null when none is left. */
export function serviceNameOf(title: string): string | null {
  const name = title
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, SERVICE_NAME_CHARACTERS_MAX)
    .trim()
  return name === '' ? null : name
}
