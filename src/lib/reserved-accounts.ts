/**
 * Addresses of Solana that the runtime never lets a transaction write to, whatever it says: a payment to one fails, and with it
 * everything else in the same transaction. @see agave reserved-account-keys, pending ones included; SIMD-0100
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
  // Not read-only: what is paid there is burned at the end of the block.
  '1nc1nerator11111111111111111111111111111111',
])

/** A word and then nothing but zeros: the cluster's own addresses are written so, later ones too, and nobody finds a key to one. */
const WORD_AND_ZEROS = /1{12,}$/

/** Programs whose accounts belong to the runtime or hold code: no person is paid there. */
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

/** True for an address that the cluster keeps for itself: no transaction can pay it. */
export const isReservedAccount = (address: string): boolean => RESERVED.has(address) || WORD_AND_ZEROS.test(address)

/** True when accounts of this owner are the runtime's own. */
export const isRuntimeOwner = (owner: string): boolean => RUNTIME_OWNERS.has(owner)

/** True when accounts of this owner are programs, parts of them, or may become one. */
export const isLoader = (owner: string): boolean => LOADERS.has(owner)
