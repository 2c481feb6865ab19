import { address } from '@solana/kit'
import { PublicKey } from '@solana/web3.js'
import type { LiteSVM } from 'litesvm'

export const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']

/** A token account of either token program, as far as balances need it. */
export interface TokenAccount {
  mint: string
  owner: string
  programId: string
  amount: bigint
}

/** The token account's contents; null for a mint, a multisig or any other data. */
export function decodeTokenAccount(programId: string, data: Uint8Array): TokenAccount | null {
  // 165 bytes, or more with an account-type byte of 2 behind them where Token-2022 extensions follow.
  const isTokenAccount = TOKEN_PROGRAMS.includes(programId) && (data.length === 165 || (data.length > 165 && data[165] === 2))
  if (!isTokenAccount) return null
  return {
    mint: new PublicKey(data.slice(0, 32)).toBase58(),
    owner: new PublicKey(data.slice(32, 64)).toBase58(),
    programId,
    amount: new DataView(data.buffer, data.byteOffset).getBigUint64(64, true),
  }
}

/** Decimals of a mint, 0 where it does not exist. */
export function mintDecimals(svm: LiteSVM, mint: string): number {
  const account = svm.getAccount(address(mint))
  return account.exists ? (account.data[44] ?? 0) : 0
}

/** The RPC's `uiTokenAmount`. */
export function toUiTokenAmount(amount: bigint, decimals: number) {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  const uiAmountString = fraction ? `${whole}.${fraction}` : whole
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}
