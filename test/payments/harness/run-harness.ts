import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { PAY_TO, PRICE } from '../../support/payment-bank.ts'
import { newPerson } from '../../support/test-app.ts'
import type { PaymentMethod } from '../../../src/domain/payments/payment.ts'
import { FACILITATOR_KEY, startBaseNode } from '../support/base-node.ts'
import { approvePermit2, deployPermit2 } from '../support/permit2-contracts.ts'
import { startSolanaScene } from '../support/solana-scene.ts'

/** The executable as a server of the harness, once for each version of the protocol. */
const SERVERS = [
  ['servers/agent-launch', 2],
  ['legacy/servers/agent-launch', 1],
] as const

/** Those that are not the harness's. */
const OWN_FLAGS = ['--own-settlement', '--on-solana', '--permit2', '--upto']

/** How the rows on Base are paid: the server offers nothing else. */
const methodOf = (flags: readonly string[]): PaymentMethod =>
  flags.includes('--permit2') ? 'permit2' : flags.includes('--upto') ? 'upto' : 'eip3009'

function addServers(harness: string, transferMethod: PaymentMethod): void {
  const read = JSON.parse(readFileSync(join(import.meta.dir, 'test.config.json'), 'utf8'))
  const endpoints = (read.endpoints as { protocolFamily?: string }[]).map((endpoint) =>
    endpoint.protocolFamily === 'evm' ? { ...endpoint, transferMethod, permit2Direct: transferMethod !== 'eip3009' } : endpoint,
  )
  const config = { ...read, endpoints }
  for (const [folder, x402Version] of SERVERS) {
    for (const file of ['run.sh', 'start-executable.mjs']) cpSync(join(import.meta.dir, file), join(harness, folder, file))
    writeFileSync(join(harness, folder, 'test.config.json'), JSON.stringify({ ...config, x402Version }))
  }
}

/** Shows what the harness says, and whether its facilitator's catalogue has what was sold; that does not count in its own exit code. */
async function showAndFindDiscovery(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<boolean> {
  let text = ''
  for await (const chunk of output.pipeThrough(new TextDecoderStream())) {
    process.stdout.write(chunk)
    text += chunk
  }
  return text.includes('Discovery Validation: PASSED')
}

/** The chains, what each part of the harness is told of them, and how many payments have arrived. */
async function startChains(flags: readonly string[]) {
  const node = await startBaseNode()
  const payerKey = generatePrivateKey()
  const onBasePayer = privateKeyToAccount(payerKey).address
  await node.mint(onBasePayer, 10_000_000n)
  if (methodOf(flags) !== 'eip3009') {
    await deployPermit2(node)
    await approvePermit2(node, onBasePayer)
  }
  const onBase = {
    BASE_RPC_URL: node.url,
    OWN_FACILITATOR_KEY: flags.includes('--own-settlement') ? FACILITATOR_KEY : '',
    SERVER_EVM_ADDRESS: PAY_TO,
    CLIENT_EVM_PRIVATE_KEY: payerKey,
    FACILITATOR_EVM_PRIVATE_KEY: FACILITATOR_KEY,
    PAY_BY: methodOf(flags),
  }
  const keys = (payee: string, payer: string, feePayer: string) => ({
    SERVER_SVM_ADDRESS: payee,
    CLIENT_SVM_PRIVATE_KEY: payer,
    FACILITATOR_SVM_PRIVATE_KEY: feePayer,
  })
  if (!flags.includes('--on-solana')) {
    const { secret, wallet } = newPerson()
    // Asked for by the harness, and not used on this network.
    const env = { ...onBase, ...keys(wallet, secret, secret), PAY_ON: 'eip155:' }
    return { env, payments: async () => (await node.paymentsTo(PAY_TO)).length, stop: () => node.stop() }
  }
  const scene = await startSolanaScene()
  const payer = await scene.newPayer()
  return {
    env: { ...onBase, ...keys(scene.payee.wallet, payer.secret, scene.feePayer.secret), PAY_ON: 'solana:', SOLANA_RPC_URL: scene.node.url },
    payments: async () => Number(scene.held(scene.payee.wallet) / PRICE.upkeep),
    stop: () => Promise.all([node.stop(), scene.stop()]),
  }
}

/** What of the harness is run. Of its clients those in TypeScript alone can be told of another node of Solana. */
const selectionOf = (flags: readonly string[]): readonly string[] =>
  flags.includes('--on-solana')
    ? ['--families=svm', '--servers=agent-launch', '--clients=fetch,axios']
    : ['--families=evm', `--servers=agent-launch${methodOf(flags) === 'eip3009' ? ',legacy-agent-launch' : ''}`]

/** Runs the harness against dist/agent-launch and chains on loopback; resolves to 0 when each row passed and was paid. */
async function runHarness(harness: string, flags: readonly string[]): Promise<number> {
  addServers(harness, methodOf(flags))
  const { env, payments, stop } = await startChains(flags)
  const results = join(harness, 'results.json')
  rmSync(results, { force: true })
  const usual = ['--mainnet', '--extensions=bazaar', ...selectionOf(flags), '--facilitators=typescript', `--output-json=${results}`]
  // It takes the first of each.
  const selection = [...flags.filter((flag) => !OWN_FLAGS.includes(flag)), ...usual]
  const child = Bun.spawn(['node', '--import', 'tsx', 'test.ts', ...selection], {
    cwd: harness,
    env: { ...process.env, ...env, AGENT_LAUNCH: resolve(import.meta.dir, '../../../dist/agent-launch') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Its facilitator knows of what it settles alone.
  const isFound = (await showAndFindDiscovery(child.stdout)) || flags.includes('--own-settlement')
  const code = await child.exited
  const paid = await payments()
  await stop()
  // To the harness a row without a payment has passed, too.
  const { total } = JSON.parse(readFileSync(results, 'utf8')).summary
  console.log(`${total} rows, ${paid} payments on the chain.`)
  return code !== 0 || paid !== total || !isFound ? 1 : 0
}

const [harness, ...flags] = process.argv.slice(2)
if (harness === undefined)
  throw new Error(
    'usage: bun test/payments/harness/run-harness.ts FOLDER [--own-settlement] [--on-solana | --permit2 | --upto] [flags of the harness]',
  )
process.exit(await runHarness(resolve(harness), flags))
