import { type Address, concatHex, getAddress, type Hex, numberToHex, size, slice, zeroAddress } from 'viem'
import { AppError } from '../../../../domain/errors.ts'
import type { DeployedCode } from '../../../../domain/operator/deployed-program.ts'
import type { Programs } from '../../../../ports/launchpad/programs.ts'
import type { RpcPool } from '../../rpc-pool.ts'
import { EVM_UPSTREAM } from '../evm-client.ts'
import type { EvmRpc } from '../evm-rpc.ts'
import { hex } from '../evm-shape.ts'

/** A contract that launches go through. */
export interface LaunchContract {
  readonly name: string
  readonly address: Address
  /** Passes calls on to the contract that ERC-1967 says. */
  readonly isProxy?: true
  /** Whose answers say whether it makes coins, by name. */
  readonly switches?: Readonly<Record<string, Hex>>
}

/** keccak256('eip1967.proxy.implementation') - 1. @see ERC-1967 */
const IMPLEMENTATION_KEY = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const WORD_BYTES = 32

/** These contracts, as every node that answers says they are: hash of the code, what a proxy passes calls on to, and switches. */
export const createEvmPrograms = ({ pool }: Pick<EvmRpc, 'pool'>, contracts: readonly LaunchContract[]): Programs => ({
  async read() {
    const answers = await pool.onEach((ask) => deploymentsOf(ask, contracts))
    const answered = answers.filter((answer) => answer !== null)
    if (answered.length === 0) throw new AppError('upstream_unavailable', { upstream: EVM_UPSTREAM })
    return contracts.map(({ name, address }, index) => {
      const [first, ...others] = answered.map((answer) => answer[index]!)
      const agreed = others.every(({ build, control }) => build === first!.build && control === first!.control)
      return { name, address, seen: agreed ? first! : null, known: null }
    })
  },
})

async function deploymentsOf(ask: RpcPool['ask'], contracts: readonly LaunchContract[]): Promise<readonly DeployedCode[]> {
  const targets = await Promise.all(contracts.map(async ({ address, isProxy }) => (isProxy ? implementationOf(ask, address) : null)))
  const hashes = await codeHashes(ask, [...contracts.map(({ address }) => address), ...targets.filter((target) => target !== null)])
  const targetHashes = hashes.slice(contracts.length)
  return Promise.all(
    contracts.map(async ({ address, switches = {} }, index) => {
      const target = targets[index]
      const passes = target ? [`passes calls on to ${target} (${targetHashes.shift()})`] : []
      const states = await Promise.all(
        Object.entries(switches).map(
          async ([name, data]) => `${name}: ${BigInt(await ask('eth_call', [{ to: address, data }, 'latest'], hex))}`,
        ),
      )
      return { build: hashes[index]!, control: [...passes, ...states].join(', ') }
    }),
  )
}

/** Null for a contract that passes nothing on. */
async function implementationOf(ask: RpcPool['ask'], address: Address): Promise<Address | null> {
  const word = await ask('eth_getStorageAt', [address, IMPLEMENTATION_KEY, 'latest'], hex)
  const target = getAddress(slice(word, size(word) - 20))
  return target === zeroAddress ? null : target
}

/** The hash of each contract's code, in lower-case hex, in one call: of the code itself every node would send all bytes every time. */
async function codeHashes(ask: RpcPool['ask'], addresses: readonly Address[]): Promise<string[]> {
  // EXTCODEHASH and MSTORE for each, after a word of zeros: returned bytes that begin with 0xef would be refused as code (EIP-3541).
  const steps = addresses.map((address, index) =>
    concatHex(['0x73', address, '0x3f61', numberToHex((index + 1) * WORD_BYTES, { size: 2 }), '0x52']),
  )
  const length = (addresses.length + 1) * WORD_BYTES
  const data = concatHex([...steps, '0x61', numberToHex(length, { size: 2 }), '0x6000f3'])
  const result = await ask('eth_call', [{ data }, 'latest'], (value) => {
    const bytes = hex(value)
    if (size(bytes) !== length) throw new Error('not one hash a contract')
    return bytes
  })
  return addresses.map((_address, index) => slice(result, (index + 1) * WORD_BYTES, (index + 2) * WORD_BYTES).slice(2))
}
