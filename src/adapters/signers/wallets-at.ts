import type { Wallet } from '../../domain/brands.ts'
import { toBase58 } from '../../lib/bytes.ts'
import type { MachineTime } from '../../ports/clock.ts'
import { abortAfter } from '../abort-after.ts'
import { askKms } from './ask-kms.ts'
import { type AwsSettings, kmsMeansOf } from './open-signer.ts'
import type { SignerLocation } from './signer-location.ts'
import { listAgentKeys } from './ssh-agent-signer.ts'

const TIMEOUT_MS = 5_000
/** The first bytes of an ed25519 key as KMS hands it out; 32 of the key follow. @see RFC 8410 */
const ED25519_HEAD = Buffer.from('302a300506032b6570032100', 'hex')
const SECP256K1_POINT_BYTES = 65

/** The wallets whose keys are at the location, whatever the setting says; empty where it does not tell. */
export async function walletsAt(time: MachineTime, aws: AwsSettings, location: SignerLocation): Promise<readonly Wallet[]> {
  const signal = abortAfter(time.timers, TIMEOUT_MS)
  try {
    if (location.kind === 'ssh-agent') return (await listAgentKeys(location.socket, signal)).map((key) => toBase58(key) as Wallet)
    const asked = { action: 'GetPublicKey', field: 'PublicKey', input: {} }
    const key = await askKms(kmsMeansOf(time, aws), location, asked, signal)
    if (key.subarray(0, ED25519_HEAD.length).equals(ED25519_HEAD)) return [toBase58(key.subarray(ED25519_HEAD.length)) as Wallet]
    const { publicKeyToAddress } = await import('viem/accounts')
    return [publicKeyToAddress(`0x${key.subarray(-SECP256K1_POINT_BYTES).toString('hex')}`) as string as Wallet]
  } catch {
    return []
  }
}
