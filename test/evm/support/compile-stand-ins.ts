// Compiles each source of stand-ins to the JSON beside it: `bun test/evm/support/compile-stand-ins.ts` after each change of one.
// The compiler is no dependency of the project; it is fetched for this run.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { sha256Hex } from '../../../src/lib/bytes.ts'

const SOLC = 'solc@0.8.28'
const folder = mkdtempSync(join(tmpdir(), 'solc-'))
await Bun.$`cd ${folder} && bun init -y --minimal && bun add --exact ${SOLC}`.quiet()
const { default: solc } = (await import(join(folder, 'node_modules/solc/index.js'))) as {
  default: { compile: (input: string) => string }
}
const SOURCES = [
  ['StandIns.sol', 'stand-ins.json'],
  ['ClankerStandIns.sol', 'clanker-stand-ins.json'],
] as const
for (const [file, json] of SOURCES) {
  const source = await Bun.file(new URL(file, import.meta.url)).text()
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { [file]: { content: source } },
        settings: {
          optimizer: { enabled: true, runs: 200 },
          viaIR: true,
          evmVersion: 'cancun',
          metadata: { appendCBOR: false, bytecodeHash: 'none' },
          outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
        },
      }),
    ),
  ) as {
    errors?: { severity: string; formattedMessage: string }[]
    contracts: Record<string, Record<string, { evm: { bytecode: { object: string }; deployedBytecode: { object: string } } }>>
  }
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const contracts = Object.entries(output.contracts[file]!).filter(([, { evm }]) => evm.bytecode.object !== '')
  const compiled = {
    compiler: SOLC,
    sourceSha256: sha256Hex(source),
    code: Object.fromEntries(contracts.map(([name, { evm }]) => [name, `0x${evm.deployedBytecode.object}`])),
  }
  await Bun.write(new URL(json, import.meta.url).pathname, `${JSON.stringify(compiled, null, 2)}\n`)
}
rmSync(folder, { recursive: true })
