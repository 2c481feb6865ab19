import type { Charged } from '../../src/ports/payments.ts'

/** A row that is written without a call: of nobody, so nobody is charged for it. */
export const charged = <Work extends object>(work: Work): Charged<Work> => work as Charged<Work>
