import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Address, concat, getContractAddress, type Hex, numberToHex, serializeErc6492Signature } from 'viem'
import { base } from 'viem/chains'
import type { Authorization } from '../../../src/domain/payments/payment.ts'
import type { BaseNode } from './base-node.ts'
import { type EvmPayer, newEvmPayer } from './evm-payer.ts'

/** The well-known factory for CREATE2, at this address on Base and on anvil: it is called with a salt and the code that deploys. */
export const WALLET_FACTORY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const SALT = numberToHex(7, { size: 32 })

/** ERC-1271 for one owner: says yes where ecrecover(hash, signature) is the owner, and reverts otherwise. */
const codeOf = (owner: Address): Hex =>
  `0x6004355f5260a43560f81c60205260643560405260843560605260205f60805f60015afa505f5173${owner.slice(2)}146043575f5ffd5b631626ba7e60e01b5f5260205ff3`

/** A wallet that is a contract of one owner, with USDC, whose payments its owner signs. */
export interface OwnedWallet {
  readonly address: Address
  sign(amount: bigint, changes?: Partial<Authorization>): Promise<Authorization>
  /** In the wrapper of ERC-6492, which says how it is deployed. */
  signWrapped(amount: bigint): Promise<Authorization>
  deploy(): Promise<void>
  isDeployed(): Promise<boolean>
}

/** A wallet that is not deployed yet, and holds so many millionths of a dollar. */
export async function newOwnedWallet(node: BaseNode, balance = 1_000_000_000n): Promise<OwnedWallet> {
  const owner: EvmPayer = await newEvmPayer(node, 0n)
  // codecopy(0, 9, 82), return(0, 82)
  const bytecode = concat(['0x6052806009', '0x5f395ff3', codeOf(owner.address)])
  const address = getContractAddress({ opcode: 'CREATE2', from: WALLET_FACTORY, salt: SALT, bytecode })
  const data = concat([SALT, bytecode])
  await node.mint(address, balance)
  const sign: OwnedWallet['sign'] = (amount, changes) => owner.sign(amount, { payer: address, ...changes })
  return {
    address,
    sign,
    async signWrapped(amount) {
      const signed = await sign(amount)
      return { ...signed, signature: serializeErc6492Signature({ address: WALLET_FACTORY, data, signature: signed.signature as Hex }) }
    },
    deploy: () => node.sendAs('0x00000000000000000000000000000000000a11ce', data, WALLET_FACTORY),
    isDeployed: async () => (await node.call<Hex>('eth_getCode', address, 'latest')) !== '0x',
  }
}

/** Puts Multicall3 where Base has it: the protocol's facilitator tries deployment and payment out together through it. */
export async function setMulticall(node: BaseNode): Promise<void> {
  // viem has its code, and does not export it.
  const require = createRequire(import.meta.url)
  const { multicall3Bytecode: data } = require(join(dirname(require.resolve('viem')), 'constants/contracts.js')) as Record<string, Hex>
  await node.call('anvil_setCode', base.contracts.multicall3.address, await node.call('eth_call', { data }, 'latest'))
}
