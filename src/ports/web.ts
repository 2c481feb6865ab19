/** What a guarded fetch brought. */
export interface Fetched {
  readonly status: number
  readonly contentType: string | null
  readonly bytes: Uint8Array
}

/** What a receiver answered to a POST; a redirect is an answer too. */
export interface Posted {
  readonly status: number
  /** The first bytes of the answer as UTF-8 text; empty when it came compressed. */
  readonly bodyStart: string
  readonly durationMs: number
}

/** The outside web, behind a guard: public addresses only, each hop checked and pinned. @see rules 10.9 */
export interface Web {
  /**
   * GET of a public http(s) address, redirects followed (3 at most). `headers` go to the address's own origin alone.
   * @throws FetchRefused when the address, a redirect, the size or the time is not acceptable, or nothing answers
   */
  get(
    url: string,
    request: { readonly bytesMax: number; readonly timeoutMs: number; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Fetched>
  /**
   * One POST to a public https address, or to http on loopback where that is allowed. No redirect is followed, and of the
   * answer no more than `answerBytesMax` is read. Sent once at most.
   * @throws FetchRefused when the address, the certificate or the time is not acceptable, or nothing answers
   */
  post(
    url: string,
    request: {
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      readonly timeoutMs: number
      readonly answerBytesMax: number
    },
  ): Promise<Posted>
}

/**
 * Why a request was not made or not finished. `reason` is a clause that begins with "it", safe to show to
 * whoever gave the address: it has no resolved address and no text of the other side. `cause` is for the log.
 */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
  readonly reason: string
  /** True where it is this service that could not ask, for want of descriptors: nothing is known of the address. */
  readonly ours: boolean

  constructor(reason: string, { ours = false, ...options }: ErrorOptions & { readonly ours?: boolean } = {}) {
    super(reason, options)
    this.reason = reason
    this.ours = ours
  }
}
