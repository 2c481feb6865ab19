/**
 * Solana addresses that the runtime never lets a transaction write to: a payment to one fails, and the whole transaction with it. @see
 * agave reserved-account-keys, pending ones included; SIMD-0100
 */
const RESERVED: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  'AddressLookupTab1e1111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'Feature111111111111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'NativeLoader1111111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'StakeConfig11111111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
  'Sysvar1nstructions1111111111111111111111111',
  'SysvarC1ock11111111111111111111111111111111',
  'SysvarEpochRewards1111111111111111111111111',
  'SysvarEpochSchedu1e111111111111111111111111',
  'SysvarFees111111111111111111111111111111111',
  'SysvarLastRestartS1ot1111111111111111111111',
  'SysvarRecentB1ockHashes11111111111111111111',
  'SysvarRent111111111111111111111111111111111',
  'SysvarRewards111111111111111111111111111111',
  'SysvarS1otHashes111111111111111111111111111',
  'SysvarS1otHistory11111111111111111111111111',
  'SysvarStakeHistory1111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'ZkE1Gama1Proof11111111111111111111111111111',
  'ZkTokenProof1111111111111111111111111111111',
  // Writable, but what is paid there is burned at the end of the block.
  '1nc1nerator11111111111111111111111111111111',
])

/** A word followed by zeros: the form of the cluster's own addresses, later ones included. Nobody can find a key for one. */
const WORD_AND_ZEROS = /1{12,}$/

/** Owner programs whose accounts belong to the runtime or hold code; no person is paid there. */
const RUNTIME_OWNERS: ReadonlySet<string> = new Set([
  'NativeLoader1111111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
])
const LOADERS: ReadonlySet<string> = new Set([
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
])

/** True for an address that the cluster reserves: no transaction can pay it. */
export const isReservedAccount = (address: string): boolean => RESERVED.has(address) || WORD_AND_ZEROS.test(address)

/** True when accounts with this owner belong to the runtime. */
export const isRuntimeOwner = (owner: string): boolean => RUNTIME_OWNERS.has(owner)

/** True when accounts with this owner are programs, parts of programs, or may become one. */
export const isLoader = (owner: string): boolean => LOADERS.has(owner)
