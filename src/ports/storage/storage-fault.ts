/** Why the storage does not do what it was told: there is no room, or it does not answer. */
export type StorageFaultCode = 'storage_full' | 'storage_unavailable'

/**
 * The storage could not be read or written, through no fault of whoever asked; its `cause` says why. Nothing of the statement,
 * or of the transaction it was in, is kept. No AppError: a refusal is an answer to what was asked, and this is none.
 */
export class StorageFault extends Error {
  override readonly name = 'StorageFault'
  readonly code: StorageFaultCode

  constructor(code: StorageFaultCode, options: ErrorOptions = {}) {
    super(code === 'storage_full' ? 'there is no room to write in' : 'the storage does not answer', options)
    this.code = code
  }
}
