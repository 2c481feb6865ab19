import type { Wallet } from '../../../domain/brands.ts'
import { isAddress } from '../../../lib/ed25519.ts'
import { isReservedAccount } from '../../../lib/reserved-accounts.ts'

// Programs that exist at genesis; they are executable and cannot be paid.
const PROGRAMS: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'ComputeBudget111111111111111111111111111111',
  'AddressLookupTab1e1111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
  'pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ',
  'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
])

/** True for a program's address, which cannot be a shareholder. */
export const isProgram = (address: string): boolean => PROGRAMS.has(address)

/** True for an address of the form that wallets have. */
export const isHoldable = (text: string): text is Wallet => isAddress(text) && !isProgram(text) && !isReservedAccount(text)
