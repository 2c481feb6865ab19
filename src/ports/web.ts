/** What a guarded fetch brought. */
export interface Fetched {
  readonly status: number
  readonly contentType: string | null
  readonly bytes: Uint8Array
}

/** The outside web, behind a guard: public addresses only, each hop checked and pinned. @see facts/stack.md "Safe outbound fetch" */
export interface Web {
  /**
   * GET of a public http(s) address, redirects followed (3 at most).
   * @throws FetchRefused when the address, a redirect, the size or the time is not acceptable, or nothing answers
   */
  get(url: string, limits: { readonly bytesMax: number; readonly timeoutMs: number }): Promise<Fetched>
}

/** Why a fetch was not made or not finished; `reason` is safe to show to whoever gave the address. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
