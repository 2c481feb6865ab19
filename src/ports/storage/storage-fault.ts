/** Why the storage failed: no space, or no answer. */
export type StorageFaultCode = 'storage_full' | 'storage_unavailable'

/**
 * The storage could not be read or written, independently of the request; its `cause` says why. Nothing of the statement, or of its
 * transaction, was stored. It is not an AppError, which would answer the request.
 */
export class StorageFault extends Error {
  override readonly name = 'StorageFault'
  readonly code: StorageFaultCode

  constructor(code: StorageFaultCode, options: ErrorOptions = {}) {
    super(code === 'storage_full' ? 'there is no room to write in' : 'the storage does not answer', options)
    this.code = code
  }
}
