import { type KmsServer, startKmsServer } from './kms-server.ts'
import { HAS_SSH_AGENT, startSshAgent } from './ssh-agent.ts'
import type { Person } from './test-app.ts'

/** Who keeps the keys of Solana wallets. */
export interface KeyKeeper {
  /** Variables that the service needs beside the wallets' own. */
  readonly env: Readonly<Record<string, string>>
  /** Takes the person's key in; how a wallet's variable names it from then on. */
  keep(person: Person): Promise<string>
  stop(): Promise<void>
}

/** Starts a keeper; `name` says where the keys are. */
export interface KeeperKind {
  readonly name: string
  start(): Promise<KeyKeeper>
}

/** Keys in the variables themselves. */
export const IN_ENVIRONMENT: KeeperKind = {
  name: 'in the environment',
  start: async () => ({ env: {}, keep: async ({ secret }) => secret, stop: async () => {} }),
}

/** Keys in OpenSSH's agent. */
export const IN_SSH_AGENT: KeeperKind = {
  name: 'in an ssh-agent',
  async start() {
    const agent = await startSshAgent()
    const keep = async ({ pair, wallet }: Person) => {
      await agent.add(pair)
      return `ssh-agent:${agent.socket}#${wallet}`
    }
    return { env: {}, keep, stop: () => agent[Symbol.asyncDispose]() }
  },
}

/** Keys in a server that speaks as AWS KMS does. */
export const IN_KMS: KeeperKind = {
  name: 'in KMS',
  async start() {
    const kms: KmsServer = startKmsServer()
    return { env: kms.env, keep: async ({ pair }) => kms.keep({ curve: 'ed25519', pair }).setting, stop: () => kms.stop() }
  },
}

/** Every place that a Solana wallet's key may be in and that this machine has. */
export const KEEPERS: readonly KeeperKind[] = [IN_ENVIRONMENT, ...(HAS_SSH_AGENT ? [IN_SSH_AGENT] : []), IN_KMS]
