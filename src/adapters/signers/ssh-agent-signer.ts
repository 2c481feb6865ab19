import { connect } from 'node:net'
import type { Wallet } from '../../domain/brands.ts'
import { fromBase58 } from '../../lib/bytes.ts'
import { verifyDetached } from '../../lib/ed25519.ts'
import type { Timers } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'
import { checkedSign } from './checked-sign.ts'

// @see draft-ietf-sshm-ssh-agent, section 5
const [LIST_REQUEST, LIST_RESPONSE, SIGN_REQUEST, SIGN_RESPONSE] = [11, 12, 13, 14]
const ANSWER_BYTES_MAX = 65_536
const KEY_TYPE = Buffer.from('ssh-ed25519')

/**
 * Has a Solana wallet's key in an ssh-agent sign, which signs the bytes as they are. Each signature takes a connection of its own, so that
 * an agent may restart.
 */
export function createSshAgentSigner(
  { timers }: { readonly timers: Timers },
  { socket, wallet }: { readonly socket: string; readonly wallet: Wallet },
): Signer {
  const publicKey = fromBase58(wallet)!
  const key = Buffer.concat([field(KEY_TYPE), field(publicKey)])
  return {
    wallet,
    sign: checkedSign(
      { timers },
      {
        wallet,
        ask: async (message, signal) => {
          const request = Buffer.concat([Uint8Array.of(SIGN_REQUEST), field(key), field(message), uint32(0)])
          return signatureIn(await exchange(socket, field(request), signal))
        },
        accept: async (message, signature) => (verifyDetached(message, signature, publicKey) ? signature : null),
      },
    ),
  }
}

/** The public keys of ed25519 that the agent holds. @throws Error when it does not say */
export async function listAgentKeys(socket: string, signal: AbortSignal): Promise<Uint8Array[]> {
  const answer = await exchange(socket, field(Uint8Array.of(LIST_REQUEST)), signal)
  if (answer[0] !== LIST_RESPONSE) throw new Error('the agent does not list its keys')
  // A count of four bytes, then of each key itself and its comment.
  return fieldsOf(answer.subarray(5)).flatMap((blob, index) => {
    const [type, key] = index % 2 === 0 ? fieldsOf(blob) : []
    return type?.equals(KEY_TYPE) && key ? [new Uint8Array(key)] : []
  })
}

/** The agent's answer to the request, without its length. */
async function exchange(path: string, request: Uint8Array, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const socket = connect({ path })
  let read = Buffer.alloc(0)
  socket.on('connect', () => socket.write(request))
  socket.on('data', (piece) => {
    read = Buffer.concat([read, piece])
    const lengthBytes = read.length < 4 ? 0 : read.readUInt32BE()
    if (lengthBytes > ANSWER_BYTES_MAX) reject(new Error('the agent’s answer is too long'))
    else if (read.length >= 4 && read.length >= 4 + lengthBytes) resolve(read.subarray(4, 4 + lengthBytes))
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('the agent closed the connection')))
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  try {
    return await promise
  } finally {
    socket.destroy()
  }
}

/** @throws Error for an answer that is no ed25519 signature */
function signatureIn(answer: Buffer): Uint8Array {
  if (answer[0] !== SIGN_RESPONSE) throw new Error('the agent does not sign: it is locked, or does not have the key')
  const [type, signature] = fieldsOf(fieldsOf(answer.subarray(1))[0] ?? Buffer.alloc(0))
  if (!type?.equals(KEY_TYPE) || !signature) throw new Error('the agent answered with no ed25519 signature')
  return new Uint8Array(signature)
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const field = (bytes: Uint8Array): Buffer => Buffer.concat([uint32(bytes.length), bytes])

/** The fields of these bytes, as far as they are whole. */
function fieldsOf(bytes: Buffer): Buffer[] {
  const fields: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length;) {
    const end = at + 4 + bytes.readUInt32BE(at)
    if (end > bytes.length) return fields
    fields.push(bytes.subarray(at + 4, end))
    at = end
  }
  return fields
}
