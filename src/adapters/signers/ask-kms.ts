import type { MachineTime } from '../../ports/clock.ts'
import { type AwsCredentials, signedHeaders } from './signed-headers.ts'
import type { SignerLocation } from './signer-location.ts'

/** A key of AWS KMS. */
export type KmsKey = Extract<SignerLocation, { kind: 'kms' }>

/** How KMS is asked. */
export interface KmsMeans {
  readonly time: MachineTime
  readonly credentials: AwsCredentials
  /** Another server that speaks as KMS does; null for AWS itself. */
  readonly url: string | null
}

/** The field of KMS's answer to an action on the key, from base64. @throws Error that names KMS's own reason */
export async function askKms(
  { time, credentials, url }: KmsMeans,
  { keyArn, region }: KmsKey,
  { action, field, input }: { readonly action: string; readonly field: string; readonly input: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<Buffer> {
  const call = {
    url: new URL(url ?? `https://kms.${region}.amazonaws.com${keyArn.startsWith('arn:aws-cn:') ? '.cn' : ''}/`),
    region,
    service: 'kms',
    target: `TrentService.${action}`,
    body: JSON.stringify({ KeyId: keyArn, ...input }),
  }
  const headers = signedHeaders(call, credentials, time.clock.machineMs())
  const response = await fetch(call.url, { method: 'POST', headers, body: call.body, signal, redirect: 'error' })
  const answer = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>
  const value = answer[field]
  if (response.ok && typeof value === 'string') return Buffer.from(value, 'base64')
  // The type may have a name space before a #.
  const reason = typeof answer.__type === 'string' ? answer.__type.replace(/^.*#/, '').slice(0, 100) : `status ${response.status}`
  throw new Error(`KMS refuses: ${reason}`)
}
