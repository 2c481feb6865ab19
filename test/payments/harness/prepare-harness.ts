import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * Makes x402's own end-to-end harness ready: FOLDER is `e2e` of its repository, and needs node, pnpm 9, uv and Go. Then `pnpm install`
 * there, and `bun test/payments/harness/run-harness.ts FOLDER` with --own-settlement, --permit2, --upto or --on-solana.
 */

/** What the harness's `workspace:*` stands for; of Aptos nothing is published, and nothing is called. */
const PACKAGES = {
  '@x402/core': '2.27.0',
  '@x402/evm': '2.27.0',
  '@x402/fetch': '2.27.0',
  '@x402/axios': '2.11.0',
  '@x402/extensions': '2.27.0',
  '@x402/svm': '2.27.0',
  '@x402/avm': '2.26.0',
  '@x402/stellar': '2.9.0',
  '@x402/aptos': 'file:stub',
  'x402-fetch': '1.2.0',
  'x402-axios': '0.7.2',
}
const PARTS = ['clients/axios', 'clients/fetch', 'facilitators/typescript', 'legacy/clients/*']
const PYTHON = [
  ['clients/httpx', '2.25.0'],
  ['clients/requests', '2.25.0'],
  ['legacy/clients/httpx', '1.0.0'],
  ['legacy/clients/requests', '1.0.0'],
] as const

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: bun test/payments/harness/prepare-harness.ts FOLDER')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const manifest = JSON.parse(read('package.json'))
// It would end whatever listens on its ports.
manifest.scripts['clean:ports'] = 'true'
write('package.json', JSON.stringify({ ...manifest, pnpm: { overrides: PACKAGES } }, null, 2))
write('pnpm-workspace.yaml', JSON.stringify({ packages: PARTS }))
rmSync(join(folder, 'pnpm-lock.yaml'), { force: true })
// It ends npx alone, and then waits for what npx had started.
write('test.ts', read('test.ts').replace("'npx', ['tsx', 'index.ts']", "'node', ['--import', 'tsx', 'index.ts']"))

// They take the first network on offer, and ask Solana's public node.
for (const client of ['clients/fetch', 'clients/axios']) {
  const choice = `new x402Client((_, offers) => offers.find(({ network }) => network.startsWith(process.env.PAY_ON ?? '')) ?? offers[0])`
  const source = read(`${client}/index.ts`).replace('new x402Client()', choice)
  write(
    `${client}/index.ts`,
    source.replace('new ExactSvmScheme(svmSigner)', 'new ExactSvmScheme(svmSigner, { rpcUrl: process.env.SOLANA_RPC_URL })'),
  )
}

const exports = Object.fromEntries(['.', './exact/client', './exact/facilitator'].map((path) => [path, './index.js']))
write('stub/package.json', JSON.stringify({ name: '@x402/aptos', version: '0.0.0', type: 'module', exports }))
write('stub/index.js', 'export class ExactAptosScheme {}\nexport const toFacilitatorAptosSigner = () => undefined\n')

for (const [client, version] of PYTHON) {
  const project = read(`${client}/pyproject.toml`).replace(/\[tool\.uv\.sources\][^[]*$/, '')
  write(`${client}/pyproject.toml`, project.replace(/"x402(\[.*\])?"/, `"x402$1==${version}"`))
  rmSync(join(folder, client, 'uv.lock'), { force: true })
}
