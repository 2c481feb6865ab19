import { machineTime } from '../../support/machine-time.ts'
import { atomicUnits, unixMs } from '../../../src/domain/brands.ts'
import { type Address, encodeFunctionData, type Hex, parseAbi, verifyTypedData } from 'viem'
import { createAcp } from '../../../src/adapters/acp/acp.ts'
import { ACP_CONTRACT, acpAbi } from '../../../src/adapters/acp/acp-contract.ts'
import { PAYMENT_NETWORK } from '../../../src/domain/payments/payment.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { Acp } from '../../../src/ports/acp.ts'
import { newPerson, type Person } from '../../support/test-app.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { ETH, newEvmKey, newEvmWallet } from './evm-scene.ts'

/** Five USDC. */
export const PRICE = 5_000_000n
/** What the buyer holds and lets the contract take: a whole kill test orders hundreds of jobs. */
const BUYER_USDC_ATOMIC = 2_000n * PRICE
export const OFFERING = 'launch_coin'
/** Blocks until a block is final on a node of the tests. */
const FINAL_BLOCKS = 70

const usdcAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function balanceOf(address owner) view returns (uint256)',
])

interface Entry {
  readonly kind: 'message' | 'system'
  readonly onChainJobId: string
  readonly from?: string
  readonly contentType?: string
  readonly content?: string
}

/** The message service, as far as a seller sees it: it admits whoever signs for a wallet, and one only where told to refuse. */
export function startAcpBackend({ chainId = 8_453 } = {}) {
  const entries: Entry[] = []
  const deliverables = new Map<string, string>()
  const jobs: string[] = []
  const state = { admits: true, down: false, signIns: 0, tokens: new Set<string>() }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const body: any = request.method === 'POST' ? await request.json() : null
      if (state.down) return new Response('down', { status: 503 })
      if (pathname === '/auth/agent') {
        const good = await verifyTypedData({
          address: body.walletAddress,
          domain: { name: 'ACP', version: '1', chainId },
          types: {
            AgentAuth: [
              { name: 'wallet', type: 'address' },
              { name: 'chainId', type: 'uint256' },
              { name: 'issuedAt', type: 'uint256' },
            ],
          },
          primaryType: 'AgentAuth',
          message: { wallet: body.walletAddress, chainId: BigInt(body.chainId), issuedAt: BigInt(body.issuedAt) },
          signature: body.signature,
        })
        if (!good || !state.admits) return new Response('no', { status: 403 })
        state.signIns += 1
        const payload = { sub: body.walletAddress, n: state.signIns, exp: Math.floor(Date.now() / 1_000) + 3_600 }
        const token = `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`
        state.tokens.add(token)
        return Response.json({ data: { token } })
      }
      const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
      if (!state.tokens.has(token)) return new Response('who', { status: 401 })
      const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
      if (pathname === '/jobs') return Response.json({ jobs: jobs.map((onChainJobId) => ({ chainId, onChainJobId })) })
      const [, area, , jobId, what] = pathname.split('/')
      if (area === 'chats' && what === 'history') {
        return Response.json({ entries: entries.filter(({ onChainJobId }) => onChainJobId === jobId) })
      }
      if (area === 'chats' && what === 'message') {
        entries.push({ kind: 'message', onChainJobId: jobId!, from: sub, ...body })
        return Response.json({ ok: true })
      }
      if (area === 'jobs' && what === 'deliverable') {
        deliverables.set(jobId!, body.deliverable)
        return Response.json({ ok: true })
      }
      if (area === 'jobs') return Response.json({ data: { deliverable: deliverables.get(jobId!) ?? null } })
      return new Response('nothing', { status: 404 })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    state,
    jobs,
    entries,
    deliverables,
    /** What the seller said of a job. */
    toldBuyer: (jobId: string, seller: string) =>
      entries.filter((entry) => entry.onChainJobId === jobId && entry.from === seller).map(({ content }) => content!),
    stop: () => server.stop(true),
  }
}

/** A node with the jobs' contract and USDC, the message service, our seller and a buyer. */
export async function createAcpScene() {
  const anvil: Anvil = await startAnvil()
  const backend = startAcpBackend()
  const seller = newEvmKey()
  const buyer = newEvmWallet() as Address
  const launcher: Person = newPerson()
  for (const wallet of [seller.wallet, buyer]) await anvil.setBalance(wallet, ETH)
  const usdc = PAYMENT_NETWORK.asset as Address
  const asBuyer = async (to: string, data: Hex) => void (await anvil.sendAs(buyer, { to, data }))
  await asBuyer(usdc, encodeFunctionData({ abi: usdcAbi, functionName: 'mint', args: [buyer, BUYER_USDC_ATOMIC] }))
  await asBuyer(usdc, encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [ACP_CONTRACT, BUYER_USDC_ATOMIC] }))
  let jobs = 0
  return {
    anvil,
    backend,
    buyer,
    seller,
    launcher,
    /** Our side, as a process that has just started has it. */
    openAcp: (changes: Partial<Acp['terms']> = {}): Acp =>
      createAcp({
        timers: machineTime.timers,
        nodes: { urls: [new Secret(anvil.url)], chainId: 8_453, time: machineTime },
        url: backend.url,
        key: new Secret<string>(seller.key),
        terms: { offering: OFFERING, priceAtomic: atomicUnits(PRICE), launcherSecret: new Secret(launcher.secret), ...changes },
        nowMs: () => unixMs(Date.now()),
      }),
    /** Orders: a job on the contract, and the requirement as a message. */
    async order(requirement: unknown, { minutes = 120, description = OFFERING, provider = seller.wallet as string } = {}): Promise<string> {
      const expiredAt = BigInt(Math.floor(Date.now() / 1_000) + minutes * 60)
      const args = [provider as Address, buyer, expiredAt, description, `0x${'0'.repeat(40)}`] as const
      await asBuyer(ACP_CONTRACT, encodeFunctionData({ abi: acpAbi, functionName: 'createJob', args }))
      jobs += 1
      const jobId = String(jobs)
      backend.jobs.push(jobId)
      const content = typeof requirement === 'string' ? requirement : JSON.stringify(requirement)
      backend.entries.push({ kind: 'system', onChainJobId: jobId })
      backend.entries.push({ kind: 'message', onChainJobId: jobId, from: buyer, contentType: 'requirement', content })
      return jobId
    },
    fund: (jobId: string, amount = PRICE) =>
      asBuyer(ACP_CONTRACT, encodeFunctionData({ abi: acpAbi, functionName: 'fund', args: [BigInt(jobId), amount, '0x'] })),
    complete: (jobId: string) =>
      asBuyer(
        ACP_CONTRACT,
        encodeFunctionData({ abi: acpAbi, functionName: 'complete', args: [BigInt(jobId), `0x${'0'.repeat(64)}`, '0x'] }),
      ),
    finalize: () => anvil.mine(FINAL_BLOCKS),
    usdcOf: async (owner: string) =>
      BigInt(
        await anvil.call<Hex>(
          'eth_call',
          { to: usdc, data: encodeFunctionData({ abi: usdcAbi, functionName: 'balanceOf', args: [owner as Address] }) },
          'latest',
        ),
      ),
    async stop() {
      await backend.stop()
      await anvil.stop()
    },
  }
}

export type AcpScene = Awaited<ReturnType<typeof createAcpScene>>
