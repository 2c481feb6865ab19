/** The result of a guarded fetch. */
export interface Fetched {
  readonly status: number
  readonly contentType: string | null
  readonly bytes: Uint8Array
}

/** A receiver's answer to a POST; a redirect is an answer too. */
export interface Posted {
  readonly status: number
  /** The first bytes of the answer as UTF-8 text; empty when it was compressed. */
  readonly bodyStart: string
  readonly durationMs: number
}

/** HTTP access to outside hosts: public addresses only, each hop checked and its address pinned. @see rules 10.9 */
export interface Web {
  /**
   * GET of a public http(s) URL, following at most 3 redirects. `headers` are sent to the URL's own origin only.
   * @throws FetchRefused when the URL, a redirect, the size or the time is not acceptable, or nothing answers
   */
  get(
    url: string,
    request: { readonly bytesMax: number; readonly timeoutMs: number; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Fetched>
  /**
   * One POST to a public https URL, or to http on loopback where that is allowed. No redirect is followed, and at most `answerBytesMax`
   * of the answer are read. Sent at most once.
   * @throws FetchRefused when the URL, the certificate or the time is not acceptable, or nothing answers
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
 * Why a request was not made or not finished. `reason` is a clause that begins with "it", safe to show to whoever gave the URL: it
 * contains no resolved address and no text of the other side. `cause` is for the log.
 */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
  readonly reason: string
  /** True where this process could not make the request, for lack of file descriptors: nothing is known of the URL. */
  readonly ours: boolean

  constructor(reason: string, { ours = false, ...options }: ErrorOptions & { readonly ours?: boolean } = {}) {
    super(reason, options)
    this.reason = reason
    this.ours = ours
  }
}
