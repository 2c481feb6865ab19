// Compiles StandInUsdc.sol to stand-in-usdc.json: `bun test/payments/support/compile-stand-in-usdc.ts` after each change of it.
// The compiler is no dependency of the project; it is fetched for this run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256Hex } from '../../../src/lib/bytes.ts'

const SOLC = 'solc@0.8.37'
const folder = mkdtempSync(join(tmpdir(), 'solc-'))
await Bun.$`cd ${folder} && echo '{"private":true}' > package.json && bun add --exact ${SOLC}`.quiet()
const { default: solc } = (await import(join(folder, 'node_modules/solc/index.js'))) as { default: { compile: (input: string) => string } }
const source = await Bun.file(new URL('StandInUsdc.sol', import.meta.url)).text()
const input = {
  language: 'Solidity',
  sources: { 'StandInUsdc.sol': { content: source } },
  settings: {
    optimizer: { enabled: true, runs: 200 },
    viaIR: true,
    evmVersion: 'paris',
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
  },
}
const { contracts, errors = [] } = JSON.parse(solc.compile(JSON.stringify(input))) as {
  errors?: { formattedMessage: string }[]
  contracts: Record<string, Record<string, { evm: { deployedBytecode: { object: string } } }>>
}
if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
const code = `0x${contracts['StandInUsdc.sol']!.StandInUsdc!.evm.deployedBytecode.object}`
await Bun.write(
  new URL('stand-in-usdc.json', import.meta.url).pathname,
  `${JSON.stringify({ compiler: SOLC, sourceSha256: sha256Hex(source), code }, null, 2)}\n`,
)
rmSync(folder, { recursive: true })
