import { createHash, createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1'
import { publicKeyToAddress } from 'viem/accounts'
import { bytesToHex } from 'viem'
import type { Wallet } from '../../src/domain/brands.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { type KeyPair, signDetached } from '../../src/lib/ed25519.ts'
import { newKeyPair } from './new-key-pair.ts'

const [ED25519_HEAD, SECP256K1_HEAD] = ['302a300506032b6570032100', '3056301006072a8648ce3d020106052b8104000a034200']
const MESSAGE_BYTES_MAX = 4_096

/** What a server that misbehaves answers instead; null leaves the answer as it is. */
export type KmsFault = (action: string) => Response | Promise<Response> | null

/** A key of one of the two curves. */
export type KmsKey = { readonly curve: 'ed25519'; readonly pair: KeyPair } | { readonly curve: 'secp256k1'; readonly secret: Uint8Array }

/** A wallet whose key the server has. */
export interface KmsWallet {
  readonly setting: string
  readonly keyArn: string
  readonly wallet: Wallet
}

/** A server that speaks as AWS KMS does: it checks signatures of requests, and signs with real keys. */
export interface KmsServer {
  readonly url: string
  /** The variables with which the service may ask it. */
  readonly env: Readonly<Record<string, string>>
  /** A new wallet whose key only this server has, as a setting names it. */
  newWallet(curve: KmsKey['curve']): KmsWallet
  /** A wallet whose key was imported. */
  keep(key: KmsKey): KmsWallet
  /** From now on the key signs with the other's key, or these bytes instead of what it is given. */
  replace(keyArn: string, by: { readonly keyArn?: string; readonly message?: Uint8Array }): void
  setFault(fault: KmsFault | null): void
  stop(): Promise<void>
}

/** Starts the server. Half of its ECDSA signatures have the higher s, as those of KMS do. */
export function startKmsServer(): KmsServer {
  const keys = new Map<string, KmsKey>()
  const replaced = new Map<string, { readonly keyArn?: string; readonly message?: Uint8Array }>()
  const secretAccessKey = 'a secret access key of the tests'
  let fault: KmsFault | null = null
  let signatures = 0

  const refuse = (type: string) => Response.json({ __type: `com.amazonaws.kms#${type}` }, { status: 400 })
  const answer = (action: string, input: Readonly<Record<string, string>>): Response => {
    const key = keys.get(input.KeyId!)
    if (!key) return refuse('NotFoundException')
    if (action === 'GetPublicKey') return Response.json({ PublicKey: publicKeyOf(key).toString('base64') })
    if (action !== 'Sign') return refuse('UnknownOperationException')
    const given = Buffer.from(input.Message!, 'base64')
    const { keyArn = input.KeyId!, message = given } = replaced.get(input.KeyId!) ?? {}
    const ed25519 = input.MessageType === 'RAW' && input.SigningAlgorithm === 'ED25519_SHA_512' && given.length <= MESSAGE_BYTES_MAX
    const ecdsa = input.MessageType === 'DIGEST' && input.SigningAlgorithm === 'ECDSA_SHA_256' && given.length === 32
    if (!(key.curve === 'ed25519' ? ed25519 : ecdsa)) return refuse('ValidationException')
    signatures += 1
    return Response.json({ Signature: signWith(keys.get(keyArn)!, message, signatures % 2 === 0).toString('base64') })
  }

  const keep = (key: KmsKey): KmsWallet => {
    const keyArn = `arn:aws:kms:eu-west-1:111122223333:key/${crypto.randomUUID()}`
    keys.set(keyArn, key)
    const wallet = (
      key.curve === 'ed25519' ? toBase58(key.pair.publicKey) : publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(key.secret, false)))
    ) as Wallet
    return { keyArn, wallet, setting: `kms:${keyArn}#${wallet}` }
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = await request.text()
      const action = (request.headers.get('x-amz-target') ?? '').replace('TrentService.', '')
      const instead = await fault?.(action)
      if (instead) return instead
      if (!isSigned(request, body, secretAccessKey)) return refuse('InvalidSignatureException')
      return answer(action, JSON.parse(body) as Record<string, string>)
    },
  })
  return {
    url: server.url.href,
    env: { AWS_ACCESS_KEY_ID: 'AKIATESTS', AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_ENDPOINT_URL_KMS: server.url.href },
    newWallet: (curve) => keep(curve === 'ed25519' ? { curve, pair: newKeyPair() } : { curve, secret: secp256k1.utils.randomPrivateKey() }),
    keep,
    replace: (keyArn, by) => void replaced.set(keyArn, by),
    setFault: (next) => void (fault = next),
    stop: () => server.stop(true),
  }
}

const publicKeyOf = (key: KmsKey): Buffer =>
  key.curve === 'ed25519'
    ? Buffer.concat([Buffer.from(ED25519_HEAD!, 'hex'), key.pair.publicKey])
    : Buffer.concat([Buffer.from(SECP256K1_HEAD!, 'hex'), secp256k1.getPublicKey(key.secret, false)])

function signWith(key: KmsKey, message: Uint8Array, highS: boolean): Buffer {
  if (key.curve === 'ed25519') return Buffer.from(signDetached(message, key.pair))
  const { r, s } = secp256k1.sign(message, key.secret, { lowS: true })
  return Buffer.from(new secp256k1.Signature(r, highS ? secp256k1.Point.Fn.ORDER - s : s).toBytes('der'))
}

/** True when the request's signature covers it as it came, by this secret. */
function isSigned(request: Request, body: string, secret: string): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=AKIATESTS\/((\d{8})\/([\w-]+)\/kms\/aws4_request), SignedHeaders=([\w;-]+), Signature=(\w{64})$/
  const [, scope, day, region, names, signature] = pattern.exec(request.headers.get('authorization') ?? '') ?? []
  if (!scope || !['host', 'x-amz-date', 'x-amz-target'].every((name) => names!.split(';').includes(name))) return false
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const headers = names!.split(';').map((name) => `${name}:${request.headers.get(name)?.trim()}\n`)
  const canonical = `POST\n${new URL(request.url).pathname}\n\n${headers.join('')}\n${names}\n${sha256(body)}`
  const text = `AWS4-HMAC-SHA256\n${request.headers.get('x-amz-date')}\n${scope}\n${sha256(canonical)}`
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day!), region!), 'kms'), 'aws4_request')
  return hmac(key, text).toString('hex') === signature
}
