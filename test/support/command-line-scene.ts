import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSigner } from '../../clients/typescript/src/agent-launch-client.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { type CommandEnd, runAgentLaunch } from './run-command.ts'
import { startServerProcess, temporaryDataDir } from './server-process.ts'
import { CREW_WALLETS, pngBytes } from './test-app.ts'

type Signer = Awaited<ReturnType<typeof newSigner>>

/** A home folder with a coin, its picture and two wallets in it, and a service in a process of its own. */
export interface CommandLineScene {
  readonly url: string
  readonly home: string
  readonly launcher: Signer
  readonly approver: Signer
  /** Where the commands keep keys, one file a service. */
  readonly keyFolder: string
  /** A file of the home folder. */
  file(name: string): string
  /** Every key that is kept there. */
  claimed(): string[]
  /** Runs a command; what it says never has a secret in it. */
  run(args: readonly string[], stdin?: string): Promise<CommandEnd & { json: any }>
  stop(): Promise<void>
}

/** As a wallet’s own program writes it. */
export const keypairText = ({ secretKey }: { secretKey: Uint8Array }) => JSON.stringify([...secretKey])

/** The coin of the scene, or one of another ticker. */
export const coinOf = (ticker = 'NMFROG') => ({
  name: 'Night Market Frog',
  ticker,
  crew: [{ handle: '@one', wallet: CREW_WALLETS[0], share: 100 }],
})

/** Opens it. */
export async function createCommandLineScene(): Promise<CommandLineScene> {
  const data = temporaryDataDir()
  const home = mkdtempSync(join(tmpdir(), 'agent-launch-home-'))
  const file = (name: string) => join(home, name)
  const [launcher, approver] = [await newSigner(), await newSigner()]
  const secrets = [launcher, approver].flatMap((signer) => [keypairText(signer), toBase58(signer.secretKey)])
  await Bun.write(file('launcher.json'), keypairText(launcher), { mode: 0o600 })
  await Bun.write(file('approver.json'), toBase58(approver.secretKey), { mode: 0o600 })
  await Bun.write(file('logo.png'), pngBytes())
  await Bun.write(file('coin.json'), JSON.stringify(coinOf()))
  const server = await startServerProcess({ DATA_DIR: data.dataDir, APPROVER_WALLETS: approver.address })
  const keyFolder = file('.config/agent-launch/keys')
  const claimed = (): string[] =>
    statSync(keyFolder, { throwIfNoEntry: false })
      ? readdirSync(keyFolder).map((name) => readFileSync(join(keyFolder, name), 'utf8').trim())
      : []
  return {
    url: server.url,
    home,
    launcher,
    approver,
    keyFolder,
    file,
    claimed,
    async run(args, stdin) {
      const end = await runAgentLaunch(args, { HOME: home, BASE_URL: server.url }, home, stdin)
      const stated = end.out + end.err
      for (const secret of [...secrets, ...claimed()]) if (stated.includes(secret)) throw new Error(`a secret is told by ${args.join(' ')}`)
      return { ...end, json: args.includes('--json') && end.out !== '' ? JSON.parse(end.out) : null }
    },
    async stop() {
      await server.stop()
      data.remove()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
