import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe } from 'bun:test'
import { type Address, type Hex, numberToHex } from 'viem'
import { MULTICALL } from '../../../src/adapters/chains/evm/evm-rpc.ts'
import { PUSH_SPLIT_FACTORY } from '../../../src/adapters/chains/evm/split/push-split.ts'
import { WAREHOUSE } from '../../../src/adapters/chains/evm/split/warehouse.ts'
import { POOL_MANAGER, ZORA_FACTORY } from '../../../src/adapters/launchpads/zora/contracts.ts'
import { ACP_CONTRACT } from '../../../src/adapters/acp/acp-contract.ts'
import { PAYMENT_NETWORK } from '../../../src/domain/payments/payment.ts'
import { IDENTITY_REGISTRY } from '../../../src/config/identity-registry.ts'
import standIns from './stand-ins.json'
import { eventually } from '../../support/eventually.ts'

/** A real EVM node on loopback, whose blocks are made when they are asked for. */
export interface Anvil {
  readonly url: string
  call<Result = unknown>(method: string, ...params: unknown[]): Promise<Result>
  mine(blocks?: number): Promise<void>
  setBalance(address: string, wei: bigint): Promise<void>
  /** A transaction by an address whose key nobody needs; in a block of its own when blocks are made by themselves. */
  sendAs(from: string, transaction: { to?: string; data?: Hex; value?: bigint }): Promise<Hex>
  /** Kills the node with all it knows. */
  stop(): Promise<void>
}

/** The executable of the npm package; null on machines that it is not made for. */
function findBinary(): string | null {
  try {
    const require = createRequire(import.meta.url)
    const folder = dirname(
      require.resolve(`@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/package.json`),
    )
    return join(folder, 'bin', 'anvil')
  } catch {
    return null
  }
}

/** A suite over a real EVM node. Where there is no executable for it nothing of it is run, and the run says so. */
export function describeAnvil(name: string, body: () => void): void {
  if (findBinary() !== null) return describe(name, body)
  console.warn(`not run, since there is no anvil for this machine: ${name}`)
}

/**
 * Starts a node of Base's chain id unless another is said. With `fork` it has Base's own state; else the stand-ins at the
 * places of what they stand for.
 */
export async function startAnvil({ fork, chainId = 8_453 }: { fork?: string; chainId?: number } = {}): Promise<Anvil> {
  const where = fork ? ['--fork-url', fork] : ['--chain-id', String(chainId)]
  // It writes its states to a folder, and leaves them when it is killed.
  const states = mkdtempSync(join(tmpdir(), 'anvil-states-'))
  const child = Bun.spawn([findBinary()!, '--cache-path', states, '--port', '0', '--host', '127.0.0.1', ...where, '--accounts', '1'], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>()
  void (async () => {
    let text = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      text = (text + chunk).slice(-5_000)
      const found = /Listening on (127\.0\.0\.1:\d+)/.exec(text)?.[1]
      if (found) resolve(`http://${found}`)
    }
    reject(new Error(`anvil ended before it listened: ${text}`))
  })()
  const url = await listening
  const call: Anvil['call'] = async <Result>(method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = (await response.json()) as { result: Result; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const anvil: Anvil = {
    url,
    call,
    mine: async (blocks = 1) => void (await call('anvil_mine', numberToHex(blocks))),
    setBalance: async (address, wei) => void (await call('anvil_setBalance', address, numberToHex(wei))),
    async sendAs(from, { to, data = '0x', value = 0n }) {
      await call('anvil_impersonateAccount', from)
      const hash = await call<Hex>('eth_sendTransaction', { from, ...(to ? { to } : {}), data, value: numberToHex(value) })
      await call('anvil_stopImpersonatingAccount', from)
      // The block follows a moment later, where blocks are made by themselves.
      if (await call<boolean>('anvil_getAutomine')) await eventually(() => call('eth_getTransactionReceipt', hash))
      return hash
    },
    async stop() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(states, { recursive: true, force: true })
    },
  }
  if (!fork) for (const [address, code] of PLACES) await call('anvil_setCode', address, code)
  return anvil
}

const PLACES: readonly (readonly [Address, string])[] = [
  [ZORA_FACTORY, standIns.code.StandInFactory],
  [PUSH_SPLIT_FACTORY, standIns.code.StandInPushSplitFactory],
  [WAREHOUSE, standIns.code.StandInWarehouse],
  [MULTICALL, standIns.code.StandInMulticall],
  [POOL_MANAGER, standIns.code.StandInPoolManager],
  [IDENTITY_REGISTRY, standIns.code.StandInAgentRegistry],
  [ACP_CONTRACT, standIns.code.StandInJobs],
  [PAYMENT_NETWORK.asset as Address, standIns.code.StandInUsdc],
]

/** Zora upgrades its factory: the coins that it makes from now on are at other addresses than it said before. */
export async function upgradeFactory(anvil: Anvil): Promise<void> {
  // Another selector of an error in the coin's own code, which its address follows from.
  const [before, after] = ['5fc483c5', '5fc483c6']
  const code: string = standIns.code.StandInFactory
  if (!code.includes(before)) throw new Error('the stand-in has no such error')
  await anvil.call('anvil_setCode', ZORA_FACTORY, code.replaceAll(before, after))
}

/** Splits that are made from now on pay nobody. */
export async function stickSplits(anvil: Anvil): Promise<void> {
  await anvil.call('anvil_setStorageAt', PUSH_SPLIT_FACTORY, numberToHex(0, { size: 32 }), numberToHex(1, { size: 32 }))
}

/** A contract that takes no payment. */
export async function placeRefuser(anvil: Anvil, address: string): Promise<void> {
  await anvil.call('anvil_setCode', address, standIns.code.RefusesPayment)
}
