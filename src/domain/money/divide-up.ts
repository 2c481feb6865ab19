/** The quotient of two whole numbers, the second above zero, rounded up. */
export const divideUp = (value: bigint, by: bigint): bigint => (value + by - 1n) / by
