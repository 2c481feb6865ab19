import { address, lamports } from '@solana/kit'
import { AddressLookupTableAccount, AddressLookupTableProgram, Keypair, type PublicKey } from '@solana/web3.js'
import type { TestChain } from './test-chain.ts'

const U64_MAX = 0xffff_ffff_ffff_ffffn

/** Puts a ready lookup table on the chain, as if it had been made long ago, and returns it as a client reads it. */
export function placeLookupTable(
  chain: TestChain,
  entries: PublicKey[],
  authority = Keypair.generate().publicKey,
): AddressLookupTableAccount {
  const key = Keypair.generate().publicKey
  const data = Buffer.alloc(56 + 32 * entries.length)
  data.writeUInt32LE(1, 0) // ProgramState::LookupTable
  data.writeBigUInt64LE(U64_MAX, 4) // not deactivated
  data.writeUInt8(1, 21) // the authority is present
  authority.toBuffer().copy(data, 22)
  for (const [index, entry] of entries.entries()) entry.toBuffer().copy(data, 56 + 32 * index)
  chain.svm.setAccount({
    address: address(key.toBase58()),
    data,
    executable: false,
    lamports: lamports(chain.svm.minimumBalanceForRentExemption(BigInt(data.length))),
    programAddress: address(AddressLookupTableProgram.programId.toBase58()),
    space: BigInt(data.length),
  })
  return new AddressLookupTableAccount({ key, state: AddressLookupTableAccount.deserialize(data) })
}
