import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { address, lamports } from '@solana/kit'
import { GLOBAL_PDA, PUMP_PROGRAM_ID, PUMP_SDK } from '@pump-fun/pump-sdk'
import { type LiteSVM, Rent } from 'litesvm'
import { PROGRAM_ADDRESSES, PROGRAM_NAMES, cacheIsFilled, programsCacheDir } from '../../../scripts/programs-cache.ts'
import { readMainnetAccounts } from './mainnet-accounts.ts'

/** Lamports a byte of account storage costs on mainnet since September 2026 (SIMD-0437, step 2). */
export const MAINNET_RENT_LAMPORTS_PER_BYTE = 5_080n

const SYSTEM_PROGRAM = address('11111111111111111111111111111111')

/** Pays for migrations; it exists on mainnet. */
const MIGRATION_WALLET = '39azUYFWPz3VHgKCf3VChUwbpURdCHRxjWVowf5jUJjg'

/** Why the chain suite cannot run here, in one line; null when it can. */
export function chainSkipReason(): string | null {
  if (!cacheIsFilled()) return `no program binaries in ${programsCacheDir()}: get them with \`bun run programs:pull\``
  if (!readMainnetAccounts()) return 'no mainnet accounts: get them with `PROGRAMS_RPC_URL=… bun run programs:pull --force`'
  return null
}

/** Loads the real programs and the mainnet accounts they read, at mainnet's rent. */
export function loadMainnetPrograms(svm: LiteSVM, rentLamportsPerByte = MAINNET_RENT_LAMPORTS_PER_BYTE): void {
  svm.setRent(new Rent(rentLamportsPerByte, 1, 50))
  svm.withNativeMints()
  for (const name of PROGRAM_NAMES) svm.addProgram(address(PROGRAM_ADDRESSES[name]), readFileSync(join(programsCacheDir(), `${name}.so`)))
  for (const account of readMainnetAccounts() ?? []) {
    const data = Buffer.from(account.dataBase64, 'base64')
    svm.setAccount({
      address: address(account.address),
      data,
      executable: false,
      lamports: lamports(BigInt(account.lamports)),
      programAddress: address(account.owner),
      space: BigInt(data.length),
    })
  }
  for (const wallet of [MIGRATION_WALLET, ...feeRecipients(svm)]) fundWallet(svm, wallet)
}

/** Every wallet that Global lets a trade pay: the SDK picks among them at random. All exist on mainnet. */
function feeRecipients(svm: LiteSVM): string[] {
  const account = svm.getAccount(address(GLOBAL_PDA.toBase58()))
  if (!account.exists) return []
  const info = { data: Buffer.from(account.data), executable: false, lamports: 0, owner: PUMP_PROGRAM_ID }
  const global = PUMP_SDK.decodeGlobal(info)
  const groups = [global.feeRecipients, global.reservedFeeRecipients, global.buybackFeeRecipients]
  return [global.feeRecipient, global.reservedFeeRecipient, ...groups.flat()].map((key) => key.toBase58())
}

/** Gives the wallet 1 SOL where it holds less and is not a program's account. */
function fundWallet(svm: LiteSVM, wallet: string): void {
  const account = svm.getAccount(address(wallet))
  if (account.exists && account.programAddress !== SYSTEM_PROGRAM) return
  svm.airdrop(address(wallet), lamports(1_000_000_000n))
}
