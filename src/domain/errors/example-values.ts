/** A launcher or other Solana wallet, as examples of errors name it. */
export const WALLET = 'FnfJAhZC4vSuMrPqd6RiRkMN2muxQJY6Sg93Gii4c1qg'
/** A Solana address beside `WALLET`. */
export const OTHER_WALLET = '81QzBX14Aw8MxFUKiDaX3FrRJWMUMaYY5DGjb8G5ZSxL'
/** A wallet on Base. */
export const EVM_WALLET = '0x3A9e84CbD8B7F0E2d1c6a5B4938271605F4e3d2c'
/** A coin. */
export const MINT = '93mCveArZRPXZqVkPmHBnNrmP27tyed2H5geuJkskxsp'
