import {
  type AgentLaunchClient,
  type CrankResponse,
  createClient,
  dataOf,
  type LaunchRequest,
  type LaunchResponse,
} from '../../../clients/typescript/src/agent-launch-client.ts'
import { approvalMessage } from '../../features/dry-run/approve-dry-run.ts'
import { toBase58, toBase64 } from '../../lib/bytes.ts'
import { type KeyPair, newKeyPair, signDetached } from '../../lib/ed25519.ts'
import { Secret } from '../../lib/secret.ts'
import { SOL_DECIMALS } from '../../domain/money/sol.ts'
import type { Walked } from './print-what-next.ts'
import type { Deps } from '../../ports/deps.ts'
import { print } from '../print.ts'
import { showPayment } from './demo-payment.ts'
import { demoPicture } from './demo-picture.ts'
import type { Environment } from '../../config/environment.ts'

const SECOND_TEXTS = { name: 'Noon Market Newt', ticker: 'NMNEWT', description: 'A newt that naps at noon.' }
const TEXTS = { name: 'Night Market Frog', ticker: 'NMFROG', description: 'A frog that trades noodles at night.' }

/** A call under the name of its step: both are printed with the status of the answer. */
const step = (name: string) => ({
  fetch: async (request: Request): Promise<Response> => {
    const response = await fetch(request)
    const path = new URL(request.url).pathname.replace(/[0-9a-zA-Z]{32,}/g, '…')
    print(`${name.padEnd(22)} ${String(response.status)}  ${request.method} ${path}`)
    return response
  },
})

const note = (text: string): void => print(`${' '.repeat(28)}${text}`)

/**
 * The whole way of a coin, each call printed: key, crew, dry-run, approval, launch, trades, distribution; and one plan more, which waits.
 * @throws ApiError when the service refuses a step
 */
export async function walkThrough(
  { clock, ids, env }: Pick<Deps, 'clock' | 'ids'> & { readonly env: Environment },
  url: string,
  approver: KeyPair,
): Promise<Walked> {
  const { client, apiKey } = await claimKey(url)
  await showPayment(url, env)
  await showCrew(client)
  const launcher = newKeyPair(ids.bytes)
  const launched = await launch({ clock }, client, launchOf(launcher), { approver, launcher })
  await trade(client, launched.mint, toBase58(newKeyPair(ids.bytes).publicKey))
  const paid = dataOf(
    await client.POST('/api/agent/crank', {
      ...step('distribute'),
      body: { mint: launched.mint },
      headers: { 'x-launcher-key': toBase58(launcher.secretKey.reveal()) },
    }),
  )
  note(`${paid.distributedSol} SOL paid`)
  printSplit(launched, paid)
  const waiting = dataOf(await client.POST('/api/agent/launch/dry-run', { body: { ...launchOf(newKeyPair(ids.bytes)), ...SECOND_TEXTS } }))
  return { mint: launched.mint, apiKey, waitingUrl: waiting.approvalUrl }
}

/** A client with a key that it claimed. */
async function claimKey(url: string): Promise<{ readonly client: AgentLaunchClient; readonly apiKey: Secret<string> }> {
  const body = { label: 'demo', agentName: 'Demo agent' }
  const { key } = dataOf(await createClient({ baseUrl: url }).POST('/api/agent/keys/claim', { ...step('claim a key'), body }))
  note(`${key.slice(0, 11)}… (shown once)`)
  return { client: createClient({ baseUrl: url, apiKey: key }), apiKey: new Secret(key) }
}

async function showCrew(client: AgentLaunchClient): Promise<void> {
  const { hires } = dataOf(await client.POST('/api/agent/autohire', { ...step('find a crew'), body: { ...TEXTS, seats: 5 } }))
  for (const { handle, role, reasons } of hires) note(`@${handle} (${role}) ${reasons[0]}`)
}

const launchOf = (launcher: KeyPair): LaunchRequest => ({
  ...TEXTS,
  imageBase64: toBase64(demoPicture()),
  autoHire: { seats: 5 },
  initialBuySol: 0.1,
  atomicRequired: true,
  launcherPubkey: toBase58(launcher.publicKey),
  agent: { name: 'Demo agent', objective: 'show the whole way', model: 'none' },
})

/** Plans the launch, has a person approve it, and launches it. */
async function launch(
  { clock }: Pick<Deps, 'clock'>,
  client: AgentLaunchClient,
  body: LaunchRequest,
  { approver, launcher }: { readonly approver: KeyPair; readonly launcher: KeyPair },
): Promise<LaunchResponse> {
  const plan = dataOf(await client.POST('/api/agent/launch/dry-run', { ...step('dry-run'), body }))
  note(`costs ${plan.cost?.sol} SOL, first buy included; nothing is spent yet`)

  const timestamp = String(clock.machineMs())
  const message = new TextEncoder().encode(approvalMessage(plan.dryRunId, timestamp))
  dataOf(
    await client.POST('/api/agent/launch/dry-run/{id}/approve', {
      ...step('human approval'),
      params: { path: { id: plan.dryRunId } },
      headers: {
        'x-svc-wallet': toBase58(approver.publicKey),
        'x-svc-timestamp': timestamp,
        'x-svc-signature': toBase58(signDetached(message, approver)),
      },
    }),
  )
  note(`by wallet ${toBase58(approver.publicKey).slice(0, 8)}…`)

  const launched = dataOf(
    await client.POST('/api/agent/launch', {
      ...step('launch'),
      body: { ...body, dryRunId: plan.dryRunId },
      params: { header: { 'x-idempotency-key': 'demo-launch-1' } },
      headers: { 'x-launcher-key': toBase58(launcher.secretKey.reveal()) },
    }),
  )
  note(`mint ${launched.mint}`)
  note(`created in slot ${launched.createSlot}, fees locked in slot ${launched.lockSlot}`)
  return launched
}

/** Buys and sells as this wallet, which is another one, so that creator fees wait. */
async function trade(client: AgentLaunchClient, mint: string, wallet: string): Promise<void> {
  const params = { path: { mint } }
  for (const sol of [2, 1.5, 3]) {
    const body = { wallet, side: 'buy' as const, sol }
    dataOf(await client.POST('/api/simulated/{mint}/trades', { ...step(`buy for ${sol} SOL`), params, body }))
  }
  const body = { wallet, side: 'sell' as const, sol: 1 }
  dataOf(await client.POST('/api/simulated/{mint}/trades', { ...step('sell 1 SOL worth'), params, body }))
  const { coin } = dataOf(await client.GET('/api/simulated/{mint}', { ...step('creator fees wait'), params }))
  note(`${coin.vaultSol} SOL in the split's vault`)
}

/** Every wallet of the split, and what it was paid. */
function printSplit({ shareholders }: Pick<LaunchResponse, 'shareholders'>, { remits }: Pick<CrankResponse, 'remits'>): void {
  const line = (who: string, share: string, sol: string, wallet: string) =>
    print(`${who.padEnd(30)} ${share.padStart(6)} ${sol.padStart(12)}  ${wallet}`)
  print('')
  line('who', 'share', 'SOL paid', 'wallet')
  for (const { wallet, role, handle, bps } of shareholders) {
    const paid = remits.find((remit) => remit.wallet === wallet)
    line(role === 'kol' ? `@${handle}` : handle, `${bps / 100}%`, (paid?.sol ?? 0).toFixed(SOL_DECIMALS), wallet)
  }
}
