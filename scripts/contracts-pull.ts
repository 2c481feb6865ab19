import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { concatHex, getContractAddress, type Hex, isAddressEqual, pad } from 'viem'
import { type PaymentContracts, hasPaymentContracts, paymentContractsPath } from './contracts-cache.ts'

/**
 * Fills the cache of real contracts that `test/payments` runs Permit2 on: `bun run contracts:pull [--force]`.
 *
 * Compiler and libraries come from npm, x402’s sources from GitHub, or from the git folder in X402_REPOSITORY. What is made is what Base
 * has: the address of each of x402’s contracts follows from its code, and is compared.
 */
const SOURCES = { repository: 'coinbase/x402', commit: 'dd927a26cfefc98c24b3ec38b3a8f204dad0c60d' }
const PACKAGES = { solc: '0.8.28', '@openzeppelin/contracts': '5.5.0', '@uniswap/v4-periphery': '1.0.3' }
const DEPLOY_PERMIT2 = 'node_modules/@uniswap/v4-periphery/lib/permit2/test/utils/DeployPermit2.sol'

const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
/** @see coinbase/x402, the script in contracts/evm that deploys both */
const PROXIES = {
  exact: { address: '0x402085c248EeA27D92E8b30b2C58ed07f9E20001', salt: '0x3000000007263b0e' },
  upto: { address: '0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002', salt: '0xb000000001db633d' },
} as const

async function readSource(path: string): Promise<string> {
  const { repository, commit } = SOURCES
  const folder = process.env.X402_REPOSITORY
  if (folder) return Bun.$`git --git-dir=${folder} show ${commit}:contracts/evm/${path}`.quiet().text()
  const answer = await fetch(`https://raw.githubusercontent.com/${repository}/${commit}/contracts/evm/${path}`)
  if (!answer.ok) throw new Error(`GitHub answered ${answer.status} for ${path}`)
  return answer.text()
}

async function compileUpto(workDir: string): Promise<Hex> {
  const names = ['src/x402UptoPermit2Proxy.sol', 'src/x402BasePermit2Proxy.sol', 'src/interfaces/ISignatureTransfer.sol']
  const sources = Object.fromEntries(await Promise.all(names.map(async (name) => [name, { content: await readSource(name) }] as const)))
  const { default: solc } = (await import(join(workDir, 'node_modules/solc/index.js'))) as {
    default: { compile(input: string, callbacks: { import(path: string): { contents: string } }): string }
  }
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  }
  const { contracts, errors = [] } = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings }), {
      import: (path) => ({ contents: readFileSync(join(workDir, 'node_modules', path), 'utf8') }),
    }),
  ) as {
    errors?: { formattedMessage: string }[]
    contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
  }
  const made = contracts?.[names[0]!]?.x402UptoPermit2Proxy
  if (!made) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return concatHex([`0x${made.evm.bytecode.object}`, pad(PERMIT2)])
}

/** @throws Error unless this code comes out at the contract’s address on Base */
function deployment(scheme: keyof typeof PROXIES, bytecode: Hex): Hex {
  const { address, salt } = PROXIES[scheme]
  const made = getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt: pad(salt), bytecode })
  if (!isAddressEqual(made, address)) throw new Error(`the code of ${scheme} comes out at ${made}, not at ${address}`)
  return concatHex([pad(salt), bytecode])
}

async function pullContracts(force: boolean): Promise<string> {
  const path = paymentContractsPath()
  if (!relative(resolve(import.meta.dir, '..'), resolve(path)).startsWith('..')) throw new Error(`${path} lies inside the repository`)
  if (!force && hasPaymentContracts()) return `contracts: ${path} is there (--force pulls again)`
  const workDir = mkdtempSync(join(tmpdir(), 'contracts-pull-'))
  try {
    writeFileSync(join(workDir, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }))
    await Bun.$`bun install --ignore-scripts`.cwd(workDir).quiet()
    const permit2Code = /hex"([0-9a-f]+)"/.exec(readFileSync(join(workDir, DEPLOY_PERMIT2), 'utf8'))?.[1]
    if (permit2Code === undefined) throw new Error('the code of Permit2 is not where it was')
    const exact = (await readSource('script/data/exact-proxy-initcode.hex')).trim()
    const contracts: PaymentContracts = {
      permit2Code: `0x${permit2Code}`,
      proxies: {
        exact: deployment('exact', `0x${exact.replace(/^0x/, '')}`),
        upto: deployment('upto', await compileUpto(workDir)),
      },
    }
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.part`, `${JSON.stringify(contracts)}\n`)
    renameSync(`${path}.part`, path)
    return `contracts: Permit2 and x402’s two in ${path}`
  } finally {
    rmSync(workDir, { recursive: true, force: true })
  }
}

try {
  console.log(await pullContracts(process.argv.includes('--force')))
} catch (error) {
  console.error(`contracts: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
