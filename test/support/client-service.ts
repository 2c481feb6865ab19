import { newSigner } from '../../clients/typescript/src/agent-launch-client.ts'
import { startServerProcess, temporaryDataDir } from './server-process.ts'
import { OPERATOR_KEY } from './test-app.ts'

/** A service that the typed client is tried against. */
export interface ClientService {
  readonly url: string
  /** Who may approve its plans. */
  readonly approver: Awaited<ReturnType<typeof newSigner>>
  stop(): Promise<void>
}

/** Starts one in a process of its own, on a new data folder that goes when it stops. */
export async function startClientService(): Promise<ClientService> {
  const data = temporaryDataDir()
  const approver = await newSigner()
  const server = await startServerProcess({
    DATA_DIR: data.dataDir,
    OPERATOR_API_KEY: OPERATOR_KEY,
    APPROVER_WALLETS: approver.address,
    LOG_LEVEL: 'info',
  })
  const stop = async () => {
    await server.stop()
    data.remove()
  }
  return { url: server.url, approver, stop }
}
