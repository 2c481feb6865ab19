import { type EncodedAccount, address } from '@solana/kit'
import bs58 from 'bs58'
import { RpcError, invalidParams } from './rpc-error.ts'
import { type RpcMethods, optionsOf, withContext } from './rpc-method.ts'
import type { TestChain } from './test-chain.ts'
import { TOKEN_PROGRAMS, decodeTokenAccount, mintDecimals, toUiTokenAmount } from './token-account.ts'

type DataSlice = { offset: number; length: number } | undefined

/** The account as the RPC writes it; `jsonParsed` falls back to base64, as nodes do for programs they do not know. */
export function toRpcAccount(account: EncodedAccount, encoding: unknown = 'base64', slice?: DataSlice) {
  const bytes = slice ? account.data.slice(slice.offset, slice.offset + slice.length) : account.data
  const data = encoding === 'base58' ? [bs58.encode(Uint8Array.from(bytes)), 'base58'] : [Buffer.from(bytes).toString('base64'), 'base64']
  return {
    data,
    executable: account.executable,
    lamports: Number(account.lamports),
    owner: account.programAddress,
    rentEpoch: 18446744073709551615,
    space: account.data.length,
  }
}

function readAccount(chain: TestChain, key: unknown, options: Record<string, unknown>) {
  const account = chain.svm.getAccount(toAddress(key))
  // The runtime treats an account without lamports as gone.
  if (!account.exists || account.lamports === 0n) return null
  return toRpcAccount(account, options.encoding, options.dataSlice as DataSlice)
}

function toAddress(key: unknown) {
  try {
    return address(key as string)
  } catch {
    throw invalidParams('Invalid param: Invalid')
  }
}

interface Filter {
  dataSize?: number
  memcmp?: { offset: number; bytes: string; encoding?: string }
  tokenAccountState?: unknown
}

function matches(data: Uint8Array, { dataSize, memcmp }: Filter): boolean {
  if (dataSize !== undefined) return data.length === dataSize
  if (!memcmp) throw new RpcError(-32602, 'this filter is not implemented')
  const wanted = memcmp.encoding === 'base64' ? Buffer.from(memcmp.bytes, 'base64') : bs58.decode(memcmp.bytes)
  return Buffer.from(data.slice(memcmp.offset, memcmp.offset + wanted.length)).equals(Buffer.from(wanted))
}

/** Token accounts of a mint under both token programs, richest first. */
export function tokenAccountsOf(chain: TestChain, mint: string) {
  return TOKEN_PROGRAMS.flatMap((program) => chain.svm.getProgramAccounts(address(program)))
    .flatMap((account) => {
      const token = decodeTokenAccount(account.programAddress, Uint8Array.from(account.data))
      return token?.mint === mint ? [{ address: account.address, amount: token.amount }] : []
    })
    .sort((a, b) => (a.amount < b.amount ? 1 : -1))
}

/** Reads of accounts, raw and as tokens. */
export const accountMethods: RpcMethods = {
  getBalance: (chain, [key]) => withContext(chain, Number(chain.svm.getBalance(toAddress(key)) ?? 0n)),
  getAccountInfo: (chain, params) => withContext(chain, readAccount(chain, params[0], optionsOf(params, 1))),
  getMultipleAccounts: (chain, params) => {
    const keys = params[0] as unknown[]
    if (keys.length > 100) throw invalidParams(`Too many inputs provided; max 100`)
    return withContext(
      chain,
      keys.map((key) => readAccount(chain, key, optionsOf(params, 1))),
    )
  },
  getProgramAccounts: (chain, params) => {
    const { encoding, dataSlice, filters = [], withContext: wantsContext } = optionsOf(params, 1)
    const found = chain.svm
      .getProgramAccounts(toAddress(params[0]))
      .filter((account) => account.lamports > 0n && (filters as Filter[]).every((filter) => matches(Uint8Array.from(account.data), filter)))
      .map((account) => ({ pubkey: account.address, account: toRpcAccount(account, encoding, dataSlice as DataSlice) }))
    return wantsContext ? withContext(chain, found) : found
  },
  getTokenAccountBalance: (chain, [key]) => {
    const account = chain.svm.getAccount(toAddress(key))
    const token = account.exists ? decodeTokenAccount(account.programAddress, Uint8Array.from(account.data)) : null
    if (!token) throw invalidParams('Invalid param: could not find account')
    return withContext(chain, toUiTokenAmount(token.amount, mintDecimals(chain.svm, token.mint)))
  },
  getTokenLargestAccounts: (chain, [mint]) => {
    const decimals = mintDecimals(chain.svm, toAddress(mint))
    const largest = tokenAccountsOf(chain, mint as string).slice(0, 20)
    return withContext(
      chain,
      largest.map((account) => ({ address: account.address, ...toUiTokenAmount(account.amount, decimals) })),
    )
  },
  getTokenSupply: (chain, [mint]) => {
    const account = chain.svm.getAccount(toAddress(mint))
    if (!account.exists) throw invalidParams('Invalid param: could not find mint')
    const supply = Buffer.from(account.data).readBigUInt64LE(36)
    return withContext(chain, toUiTokenAmount(supply, mintDecimals(chain.svm, mint as string)))
  },
}
