import { statSync } from 'node:fs'
import { type KeypairSigner, signerOf } from '../../../clients/typescript/src/agent-launch-client.ts'
import { Secret } from '../../lib/secret.ts'
import { CommandMisused } from './command-misused.ts'

/** Permissions of anybody but the owner. */
const OF_OTHERS = 0o077

/** What stands in the file, or comes from standard input for `-`, without the space around it. */
export const readText = async (path: string): Promise<string> => (await (path === '-' ? Bun.stdin : Bun.file(path)).text()).trim()

/** The secret in a file, or from standard input; says so when others may read the file. @throws CommandMisused when it is empty */
export async function readSecret(path: string): Promise<Secret<string>> {
  const text = await readText(path)
  if (text === '') throw new CommandMisused(`${nameOf(path)} is empty, and a secret is needed.`)
  if (path !== '-' && (statSync(path).mode & OF_OTHERS) !== 0) {
    process.stderr.write(`${path} may be read by others on this machine: chmod 600 ${path}\n`)
  }
  return new Secret(text.replaceAll(/\s/g, ''))
}

/** The wallet of the secret key in a file, or from standard input. @throws CommandMisused when there is none */
export async function readSigner(path: string): Promise<KeypairSigner> {
  const secret = await readSecret(path)
  const signer = await signerIn(secret)
  if (!signer) throw new CommandMisused(`${nameOf(path)} has no Solana secret key in it: 64 bytes, as a JSON array or base58.`)
  return signer
}

/** The wallet of this secret key; null when it is of another chain, or none. */
export const signerIn = (secret: Secret<string>): Promise<KeypairSigner | null> => signerOf(secret.reveal()).catch(() => null)

const nameOf = (path: string): string => (path === '-' ? 'Standard input' : path)
