import { bytesToHex, hexToBytes, parseTransaction, type TransactionSerializableEIP1559 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { UnsignedTransaction } from '../../../src/domain/operation.ts'
import { fromBase64, toBase64 } from '../../../src/lib/bytes.ts'
import type { Launcher } from '../../../src/ports/launchpad/launcher.ts'

/** Signs as a client would, with an own library; unsigned where the one signer is null. */
export async function signEvm({ bytesBase64 }: UnsignedTransaction, [by]: readonly (Launcher | null)[]): Promise<string> {
  if (!by) return bytesBase64
  const message = parseTransaction(bytesToHex(fromBase64(bytesBase64)!)) as TransactionSerializableEIP1559
  return toBase64(hexToBytes(await privateKeyToAccount(bytesToHex(by.secret.reveal())).signTransaction(message)))
}
