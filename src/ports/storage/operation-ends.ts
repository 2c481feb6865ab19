/**
 * News that operations have ended. It may be missed, when a connection is lost or there is none to hear it by, so whoever waits asks now
 * and then all the same.
 */
export interface OperationEnds {
  /** Tells those who wait for this operation, here and in other processes, that its end is committed. */
  tell(id: string): void
  /** `arrived` resolves when the end of this operation is told from now on; it never rejects. `forget` ends the waiting. */
  hear(id: string): { readonly arrived: Promise<void>; readonly forget: () => void }
}
