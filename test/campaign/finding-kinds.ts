/** Everything that a campaign can find, and whether something was doubled, lost or wrong. */
export const FINDING_KINDS = {
  /** Two coins of one order. */
  'coin-doubled': 'doubled',
  /** A plan was launched twice. */
  'plan-spent-twice': 'doubled',
  /** Two jobs of one order, or one whose money was reserved twice. */
  'job-doubled': 'doubled',
  /** A job or a part of it was paid twice, or paid and given back. */
  'job-paid-twice': 'doubled',
  'charged-twice': 'doubled',
  /** A coin was launched for a charge, and a refund of it is due. */
  'served-and-refunded': 'doubled',
  /** The books have more payments to crews than the chain. */
  'payment-doubled': 'doubled',
  /** An event was recorded more often than it happened. */
  'event-doubled': 'doubled',
  /** A coin that was acknowledged is not on chain, or not in the books. */
  'coin-lost': 'lost',
  /** A coin that was acknowledged is not there for whoever asks next. */
  'coin-not-there': 'lost',
  /** A coin is on chain and not in the books. */
  'coin-unbooked': 'lost',
  /** The books have fewer payments to crews than the chain. */
  'payment-unbooked': 'lost',
  'charge-unbooked': 'lost',
  /** A charge was neither served nor is due as a refund. */
  'charge-kept': 'lost',
  /** A job that was acknowledged is not in the books. */
  'job-lost': 'lost',
  /** A job that was accepted is not paid. */
  'job-unpaid': 'lost',
  /** A job ended, and its money is not free again. */
  'job-not-refunded': 'lost',
  /** Something happened, and no event says so. */
  'event-missing': 'lost',
  /** An event never reached its receiver. */
  'event-undelivered': 'lost',
  /** A launch has ended, and its idempotency key has no answer. */
  'answer-unkept': 'lost',
  /** An intent without an answer. */
  undecided: 'lost',
  /** Work that does not end. */
  unfinished: 'lost',
  /** The ledger is not compared with the chain any more. */
  'ledger-unkept': 'lost',
  /** Two answers under one idempotency key. */
  'answer-changed': 'wrong',
  /** A refusal whose coin exists. */
  'refused-and-launched': 'wrong',
  /** A refusal that nothing is a reason for. */
  'wrongly-refused': 'wrong',
  'launched-unlocked': 'wrong',
  /** A launch without its approval. */
  'launched-unapproved': 'wrong',
  'served-unpaid': 'wrong',
  'charged-another-price': 'wrong',
  /** The books have a charge or a coin that is nowhere else. */
  'books-invent': 'wrong',
  /** A job is said to be what its money is not. */
  'job-differs': 'wrong',
  /** The chain has money that nobody gave. */
  'chain-differs': 'wrong',
  /** A payout was said to be another than it was. */
  'crank-differs': 'wrong',
  /** A page says another sum than was paid. */
  'page-differs': 'wrong',
  'ledger-differs': 'wrong',
  'message-forged': 'wrong',
  /** A 5xx without a reason. */
  'bare-5xx': 'wrong',
} as const satisfies Readonly<Record<string, 'doubled' | 'lost' | 'wrong'>>

/** One of them. */
export type FindingKind = keyof typeof FINDING_KINDS
