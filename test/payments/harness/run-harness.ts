import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { PAY_TO } from '../../support/payment-bank.ts'
import { newPerson } from '../../support/test-app.ts'
import { FACILITATOR_KEY, startBaseNode } from '../support/base-node.ts'

/** The executable as a server of the harness, once for each version of the protocol. */
const SERVERS = [
  ['servers/agent-launch', 2],
  ['legacy/servers/agent-launch', 1],
] as const

function addServers(harness: string): void {
  const config = JSON.parse(readFileSync(join(import.meta.dir, 'test.config.json'), 'utf8'))
  for (const [folder, x402Version] of SERVERS) {
    for (const file of ['run.sh', 'start-executable.mjs']) cpSync(join(import.meta.dir, file), join(harness, folder, file))
    writeFileSync(join(harness, folder, 'test.config.json'), JSON.stringify({ ...config, x402Version }))
  }
}

/** Shows what the harness says, and whether its facilitator's catalogue has what was sold; that does not count in its own exit code. */
async function showAndFindDiscovery(output: ReadableStream<Uint8Array>): Promise<boolean> {
  let text = ''
  for await (const chunk of output.pipeThrough(new TextDecoderStream())) {
    process.stdout.write(chunk)
    text += chunk
  }
  return text.includes('Discovery Validation: PASSED')
}

/** Runs the harness against dist/agent-launch and an EVM node on loopback; resolves to 0 when each row passed and was paid. */
async function runHarness(harness: string, flags: readonly string[]): Promise<number> {
  addServers(harness)
  const node = await startBaseNode()
  const payerKey = generatePrivateKey()
  await node.mint(privateKeyToAccount(payerKey).address, 10_000_000n)
  const { secret, wallet } = newPerson()
  const results = join(harness, 'results.json')
  rmSync(results, { force: true })
  // It takes the first of each.
  const usual = [
    '--mainnet',
    '--extensions=bazaar',
    '--families=evm',
    '--servers=agent-launch,legacy-agent-launch',
    '--facilitators=typescript',
  ]
  const selection = [...flags.filter((flag) => flag !== '--own-settlement'), ...usual, `--output-json=${results}`]
  const child = Bun.spawn(['node', '--import', 'tsx', 'test.ts', ...selection], {
    cwd: harness,
    env: {
      ...process.env,
      AGENT_LAUNCH: resolve(import.meta.dir, '../../../dist/agent-launch'),
      BASE_RPC_URL: node.url,
      OWN_FACILITATOR_KEY: flags.includes('--own-settlement') ? FACILITATOR_KEY : '',
      SERVER_EVM_ADDRESS: PAY_TO,
      CLIENT_EVM_PRIVATE_KEY: payerKey,
      FACILITATOR_EVM_PRIVATE_KEY: FACILITATOR_KEY,
      // Asked for by the harness, and not used on this network.
      SERVER_SVM_ADDRESS: wallet,
      CLIENT_SVM_PRIVATE_KEY: secret,
      FACILITATOR_SVM_PRIVATE_KEY: secret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Its facilitator knows of what it settles alone.
  const isFound = (await showAndFindDiscovery(child.stdout)) || flags.includes('--own-settlement')
  const code = await child.exited
  const paid = await node.paymentsTo(PAY_TO)
  await node.stop()
  // To the harness a row without a payment has passed, too.
  const { total } = JSON.parse(readFileSync(results, 'utf8')).summary
  console.log(`${total} rows, ${paid.length} payments on the chain.`)
  return code !== 0 || paid.length !== total || !isFound ? 1 : 0
}

const [harness, ...flags] = process.argv.slice(2)
if (harness === undefined)
  throw new Error('usage: bun test/payments/harness/run-harness.ts FOLDER [--own-settlement] [flags of the harness]')
process.exit(await runHarness(resolve(harness), flags))
