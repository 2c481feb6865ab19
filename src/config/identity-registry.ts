/** The registry of agents on Base: the same address on every chain that has one. @see ERC-8004 */
export const IDENTITY_REGISTRY = '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432'
