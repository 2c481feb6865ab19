import { describe, setDefaultTimeout } from 'bun:test'
import { PUMP_FACTS } from '../../src/adapters/launchpads/pump/facts.ts'
import { createSignerOpener } from '../../src/adapters/signers/open-signer.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { Secret } from '../../src/lib/secret.ts'
import { startKmsServer } from '../support/kms-server.ts'
import { machineTime } from '../support/machine-time.ts'
import { HAS_SSH_AGENT, startSshAgent } from '../support/ssh-agent.ts'
import { newPerson } from '../support/test-app.ts'
import { signerContract } from './signer.ts'

setDefaultTimeout(60_000)

const open = createSignerOpener(machineTime, readConfig({}).aws)
const SOLANA = PUMP_FACTS.chainId
const close = async () => {}

signerContract('a Solana key in this process', async () => ({
  curve: 'ed25519',
  signer: await open(SOLANA, new Secret(newPerson().secret)),
  close,
}))

signerContract('an EVM key in this process', async () => ({
  curve: 'secp256k1',
  signer: await open('eip155:8453', new Secret<string>(`0x${'0123456789abcdef'.repeat(4)}`)),
  close,
}))

describe.skipIf(!HAS_SSH_AGENT)('with OpenSSH', () =>
  // What the opener returns is createSshAgentSigner's.
  signerContract('a Solana key in an ssh-agent', async () => {
    const agent = await startSshAgent()
    const setting = new Secret(`ssh-agent:${agent.socket}#${agent.newWallet()}`)
    return { curve: 'ed25519', signer: await open(SOLANA, setting), close: () => agent[Symbol.asyncDispose]() }
  }),
)

// What the opener returns is createKmsSigner's.
for (const [curve, chainId] of [
  ['ed25519', SOLANA],
  ['secp256k1', 'eip155:8453'],
] as const)
  signerContract(`a key of KMS, ${curve}`, async () => {
    const kms = startKmsServer()
    const openByKms = createSignerOpener(machineTime, readConfig(kms.env).aws)
    return { curve, signer: await openByKms(chainId, new Secret(kms.newWallet(curve).setting)), close: kms.stop }
  })
