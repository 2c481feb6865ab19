import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe } from 'bun:test'
import { type Address, createPublicClient, encodeFunctionData, type Hex, http, numberToHex, parseAbi } from 'viem'
import { evmChain } from '../../../src/adapters/chains/evm/evm-client.ts'
import { PAYMENT_NETWORK } from '../../../src/domain/payments/payment.ts'
import standIn from './stand-in-usdc.json'

export const USDC_ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

/** The first of anvil's well-known accounts: it holds test ETH there, and is used for nothing else. */
export const FACILITATOR_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** A real EVM node of Base's chain id on loopback, with the stand-in at USDC's address. */
export interface BaseNode {
  readonly url: string
  call<Result = unknown>(method: string, ...params: unknown[]): Promise<Result>
  /** Gives an address so many millionths of a dollar. */
  mint(to: string, amount: bigint): Promise<void>
  balanceOf(owner: string): Promise<bigint>
  /** Every payment to this address so far: who paid, how much, in which transaction. */
  paymentsTo(address: string): Promise<{ from: Address; value: bigint; transaction: Hex }[]>
  /** A call of the token, or of another contract, by any address, as if it had signed it. */
  sendAs(from: string, data: Hex, to?: Address): Promise<void>
  stop(): Promise<void>
}

function findBinary(): string | null {
  try {
    const require = createRequire(import.meta.url)
    const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/package.json`
    return join(dirname(require.resolve(name)), 'bin', 'anvil')
  } catch {
    return null
  }
}

/** True where there is an executable for this machine. */
export const hasBaseNode = (): boolean => findBinary() !== null

/** A suite over a real EVM node; without an executable for this machine nothing of it is run, and the run says so. */
export function describeOnBase(name: string, body: () => void): void {
  if (hasBaseNode()) return describe(name, body)
  console.warn(`not run, since there is no anvil for this machine: ${name}`)
}

/** Starts the node. Blocks are made as transactions come. */
export async function startBaseNode(): Promise<BaseNode> {
  // It writes its states to a folder, and leaves them when it is killed.
  const states = mkdtempSync(join(tmpdir(), 'anvil-states-'))
  const child = Bun.spawn(
    [findBinary()!, '--cache-path', states, '--port', '0', '--host', '127.0.0.1', '--chain-id', String(PAYMENT_NETWORK.chainId)],
    {
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  const { promise: listening, resolve } = Promise.withResolvers<string>()
  void (async () => {
    let text = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      text = (text + chunk).slice(-5_000)
      const found = /Listening on (127\.0\.0\.1:\d+)/.exec(text)?.[1]
      if (found) resolve(`http://${found}`)
    }
  })()
  const url = await listening
  const client = createPublicClient({ chain: evmChain(8453), transport: http(url) })
  const address = PAYMENT_NETWORK.asset
  const call: BaseNode['call'] = (method, ...params) => client.request({ method, params } as never)
  const sendAs = async (from: string, data: Hex, to: Address = address) => {
    await call('anvil_impersonateAccount', from)
    await call('anvil_setBalance', from, numberToHex(10n ** 18n))
    const hash = await call<Hex>('eth_sendTransaction', { from, to, data })
    // Only then: a transaction that still waits for its block when the impersonation ends may never get into one.
    await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    await call('anvil_stopImpersonatingAccount', from)
  }
  await call('anvil_setCode', address, standIn.code)
  const minter = '0x00000000000000000000000000000000000a11ce'
  return {
    url,
    call,
    sendAs,
    mint: (to, amount) => sendAs(minter, encodeFunctionData({ abi: USDC_ABI, functionName: 'mint', args: [to as Address, amount] })),
    balanceOf: (owner) => client.readContract({ address, abi: USDC_ABI, functionName: 'balanceOf', args: [owner as Address] }),
    async paymentsTo(payTo) {
      const event = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])[0]
      const logs = await client.getLogs({ address, event, args: { to: payTo as Address }, fromBlock: 0n })
      return logs.map(({ args, transactionHash }) => ({ from: args.from!, value: args.value!, transaction: transactionHash }))
    },
    async stop() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(states, { recursive: true, force: true })
    },
  }
}
