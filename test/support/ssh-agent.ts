import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Wallet } from '../../src/domain/brands.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import type { KeyPair } from '../../src/lib/ed25519.ts'
import { eventually } from './eventually.ts'
import { scratchFolder } from './scratch-folder.ts'

// @see draft-ietf-sshm-ssh-agent, section 5
const [ADD_IDENTITY, LOCK, UNLOCK] = [17, 22, 23] as const

/** OpenSSH's own agent, which holds keys of Solana wallets. */
export interface SshAgent {
  readonly socket: string
  /** Makes a wallet whose key only the agent has from then on. */
  newWallet(): Wallet
  /** Takes a wallet's key in. */
  add(pair: KeyPair): Promise<void>
  /** Locks or unlocks it by a passphrase, as `ssh-add -x` and `-X` do; true when it obeyed. */
  setLocked(locked: boolean): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}

/** True where Debian's openssh-client is installed. */
export const HAS_SSH_AGENT = ['ssh-agent', 'ssh-add', 'ssh-keygen'].every((program) => Bun.which(program) !== null)

/** Starts an agent on a socket in a folder of its own. */
export async function startSshAgent(): Promise<SshAgent> {
  const folder = scratchFolder()
  const socket = join(folder.path, 'agent.sock')
  const agent = Bun.spawn(['ssh-agent', '-D', '-a', socket], { stdout: 'ignore', stderr: 'inherit' })
  await eventually(() => existsSync(socket))
  let wallets = 0
  return {
    socket,
    newWallet() {
      const path = join(folder.path, `wallet-${(wallets += 1)}`)
      run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', path])
      run(['ssh-add', '-q', path], { SSH_AUTH_SOCK: socket })
      const blob = Buffer.from(readFileSync(`${path}.pub`, 'utf8').split(' ')[1]!, 'base64')
      run(['rm', path])
      return toBase58(blob.subarray(-32)) as Wallet
    },
    async add({ publicKey, secretKey }) {
      const added = await tell(socket, ADD_IDENTITY, [Buffer.from('ssh-ed25519'), publicKey, secretKey.reveal(), Buffer.alloc(0)])
      if (!added) throw new Error('the agent took no key')
    },
    setLocked: (locked) => tell(socket, locked ? LOCK : UNLOCK, [Buffer.from('a passphrase')]),
    async [Symbol.asyncDispose]() {
      agent.kill()
      await agent.exited
      folder[Symbol.dispose]()
    },
  }
}

function run(command: string[], env: Record<string, string> = {}): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { env: { PATH: process.env.PATH, ...env }, stderr: 'pipe' })
  if (exitCode !== 0) throw new Error(`${command[0]}: ${stderr}`)
}

/** A length and the bytes. */
const framed = (bytes: Uint8Array): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Sends a request; true for the answer "success". */
async function tell(path: string, request: number, parts: readonly Uint8Array[]): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const socket = connect({ path })
  socket.on('connect', () => socket.write(framed(Buffer.concat([Uint8Array.of(request), ...parts.map(framed)]))))
  socket.on('data', (answer) => resolve(answer[4] === 6))
  socket.on('error', reject)
  try {
    return await promise
  } finally {
    socket.destroy()
  }
}

/** An agent on a socket, whose answers a test chooses; null closes the connection, and an unresolved promise keeps one waiting. */
export async function startOddAgent(
  answer: (request: Buffer) => Promise<Uint8Array | null> | Uint8Array | null,
): Promise<{ readonly socket: string } & Disposable> {
  const folder = scratchFolder()
  const socket = join(folder.path, 'agent.sock')
  const server = Bun.listen({
    unix: socket,
    socket: {
      async data(client, request) {
        const bytes = await answer(Buffer.from(request))
        if (bytes === null) client.end()
        else client.write(bytes)
      },
    },
  })
  return {
    socket,
    [Symbol.dispose]() {
      server.stop(true)
      folder[Symbol.dispose]()
    },
  }
}
