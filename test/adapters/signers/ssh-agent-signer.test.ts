import { expect, setDefaultTimeout, test } from 'bun:test'
import { createSshAgentSigner } from '../../../src/adapters/signers/ssh-agent-signer.ts'
import type { Wallet } from '../../../src/domain/brands.ts'
import { toBase58 } from '../../../src/lib/bytes.ts'
import { signDetached } from '../../../src/lib/ed25519.ts'
import { refusalOf } from '../../support/app-error.ts'
import { createManualTimers } from '../../support/manual-timers.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'
import { HAS_SSH_AGENT, startOddAgent, startSshAgent } from '../../support/ssh-agent.ts'

setDefaultTimeout(60_000)

const MESSAGE = Buffer.from('a transaction')
const pair = newKeyPair()
const wallet = toBase58(pair.publicKey) as Wallet
const still = createManualTimers()

const field = (bytes: Uint8Array): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
const answerOf = (signature: Uint8Array, type = 'ssh-ed25519'): Buffer =>
  field(Buffer.concat([Uint8Array.of(14), field(Buffer.concat([field(Buffer.from(type)), field(signature)]))]))

/** What the signer says, and why, of an agent that answers so. */
async function saidOf(answer: () => Uint8Array | null): Promise<string> {
  using agent = await startOddAgent(answer)
  return await refused(createSshAgentSigner({ timers: still }, { socket: agent.socket, wallet }).sign(MESSAGE))
}

async function refused(signing: Promise<Uint8Array>): Promise<string> {
  const { code, context, cause } = await refusalOf(() => signing)
  const { upstream } = context as { upstream: string }
  return `${code} of ${upstream}: ${(cause as Error).message}`
}

const OF = `upstream_unavailable of the signer of ${wallet}: `

test('decision "Signers": an agent that signs with the wallet’s key is believed, in pieces too', async () => {
  const right = answerOf(signDetached(MESSAGE, pair))
  using agent = await startOddAgent(() => right)
  expect(await createSshAgentSigner({ timers: still }, { socket: agent.socket, wallet }).sign(MESSAGE)).toEqual(signDetached(MESSAGE, pair))
})

const WRONG: [what: string, answer: () => Uint8Array | null, why: string][] = [
  ['signs with another key', () => answerOf(signDetached(MESSAGE, newKeyPair())), 'the signature is of another key, or of something else'],
  [
    'signs something else',
    () => answerOf(signDetached(Buffer.from('all you have'), pair)),
    'the signature is of another key, or of something else',
  ],
  ['signs half', () => answerOf(signDetached(MESSAGE, pair).slice(0, 32)), 'the signature is of another key, or of something else'],
  ['says that it failed', () => field(Uint8Array.of(5)), 'the agent does not sign: it is locked, or does not have the key'],
  ['says nothing', () => field(new Uint8Array(0)), 'the agent does not sign: it is locked, or does not have the key'],
  ['signs by another algorithm', () => answerOf(signDetached(MESSAGE, pair), 'ssh-rsa'), 'the agent answered with no ed25519 signature'],
  ['lies about lengths', () => field(Uint8Array.of(14, 255, 255, 255, 255, 1)), 'the agent answered with no ed25519 signature'],
  ['talks without end', () => Uint8Array.of(255, 255, 255, 255, 14), 'the agent’s answer is too long'],
  ['hangs up', () => null, 'the agent closed the connection'],
]

test.each(WRONG)('decision "Signers": an agent that %s is no signer', async (_what, answer, why) =>
  expect(await saidOf(answer)).toBe(OF + why),
)

test('decision "Signers": a slow agent is waited for ten seconds, a sixth of a blockhash’s life', async () => {
  const timers = createManualTimers()
  const asked = Promise.withResolvers<void>()
  using agent = await startOddAgent(() => (asked.resolve(), new Promise<null>(() => {})))
  let ended = false
  const signing = refused(createSshAgentSigner({ timers }, { socket: agent.socket, wallet }).sign(MESSAGE)).finally(() => (ended = true))
  await asked.promise
  timers.pass(9_999)
  await Promise.resolve()
  expect(ended).toBe(false)
  timers.pass(1)
  expect(await signing).toBe(`${OF}The operation timed out.`)
})

test('decision "Signers": an agent that is gone is no signer', async () => {
  const { socket } = await startOddAgent(() => null).then((agent) => {
    agent[Symbol.dispose]()
    return agent
  })
  expect(await refused(createSshAgentSigner({ timers: still }, { socket, wallet }).sign(MESSAGE))).toStartWith(OF)
})

test.skipIf(!HAS_SSH_AGENT)(
  'decision "Signers": OpenSSH’s agent signs until it is locked or gone, and only with keys that it holds',
  async () => {
    await using agent = await startSshAgent()
    const [own, timers] = [agent.newWallet(), still]
    const signer = createSshAgentSigner({ timers }, { socket: agent.socket, wallet: own })
    expect(await signer.sign(MESSAGE)).toHaveLength(64)
    const why = 'the agent does not sign: it is locked, or does not have the key'
    expect(await refused(createSshAgentSigner({ timers }, { socket: agent.socket, wallet }).sign(MESSAGE))).toBe(OF + why)
    expect(await agent.setLocked(true)).toBe(true)
    expect(await refused(signer.sign(MESSAGE))).toEndWith(why)
    expect(await agent.setLocked(false)).toBe(true)
    expect(await signer.sign(MESSAGE)).toHaveLength(64)
    await agent[Symbol.asyncDispose]()
    expect(await refused(signer.sign(MESSAGE))).toStartWith('upstream_unavailable')
  },
)
