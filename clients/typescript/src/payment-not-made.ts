/** A call was to be paid for, and was not: it costs more than the bound, or the wallet did not sign. Nothing was charged. */
export class PaymentNotMade extends Error {
  override readonly name = 'PaymentNotMade'
}
