import { createHash, createHmac } from 'node:crypto'
import type { Secret } from '../../lib/secret.ts'

/** Who asks AWS. The token comes with credentials that expire. */
export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: Secret<string>
  readonly sessionToken: Secret<string> | null
}

/** A call of a JSON service of AWS: `TrentService.Sign` of KMS, for instance. */
export interface AwsCall {
  readonly url: URL
  readonly region: string
  readonly service: string
  readonly target: string
  readonly body: string
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * The headers of the call, with its signature.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signedHeaders(
  { url, region, service, target, body }: AwsCall,
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  nowMs: number,
): Record<string, string> {
  const time = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const headers: Record<string, string> = {
    'content-type': 'application/x-amz-json-1.1',
    host: url.host,
    'x-amz-date': time,
    ...(sessionToken ? { 'x-amz-security-token': sessionToken.reveal() } : {}),
    'x-amz-target': target,
  }
  // They are in the order of the alphabet already, as the signature wants them.
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const request = ['POST', url.pathname, '', lines.join(''), names, hash(body)].join('\n')
  const scope = [time.slice(0, 8), region, service, 'aws4_request']
  const key = scope.reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${secretAccessKey.reveal()}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), hash(request)].join('\n')).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`
  return { ...headers, authorization }
}
