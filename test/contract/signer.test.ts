import { createSignerOpener } from '../../src/adapters/signers/open-signer.ts'
import { Secret } from '../../src/lib/secret.ts'
import { newPerson } from '../support/test-app.ts'
import { signerContract } from './signer.ts'

const open = createSignerOpener()
const close = async () => {}

signerContract('a Solana key in this process', async () => ({
  curve: 'ed25519',
  signer: await open('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', new Secret(newPerson().secret)),
  close,
}))

signerContract('an EVM key in this process', async () => ({
  curve: 'secp256k1',
  signer: await open('eip155:8453', new Secret<string>(`0x${'0123456789abcdef'.repeat(4)}`)),
  close,
}))
