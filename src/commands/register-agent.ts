import { parseArgs } from 'node:util'
import { type AgentRegistry, createAgentRegistry, type RegistryChange } from '../adapters/agent-registry/agent-registry.ts'
import { IDENTITY_REGISTRY } from '../config/identity-registry.ts'
import { readConfig } from '../config/read-config.ts'
import type { Wei } from '../domain/brands.ts'
import { BASE_CHAIN_ID } from '../domain/chain.ts'
import { amountText } from '../domain/money/currency.ts'
import { print } from './print.ts'
import type { Environment } from '../config/environment.ts'
import { createMachineTime } from '../adapters/machine-time.ts'

/**
 * `register-agent [--yes] [--another]`: puts this service into the registry of agents on Base, or corrects the address that stands
 * there. Says what it would cost, and sends nothing without --yes. A wallet that owns an agent registers no second one unless that
 * is asked for: an answer may have been lost.
 */
export async function registerAgent(args: readonly string[], env: Environment): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { yes: { type: 'boolean', default: false }, another: { type: 'boolean', default: false } },
  })
  const { base, agents, server } = readConfig(env)
  if (base.rpcUrls.length === 0 || agents.registrarKey === null) return refuse('Set BASE_RPC_URL and ERC8004_KEY.')
  if (!server.baseUrl.startsWith('https://'))
    return refuse('Set BASE_URL to the public address of the service: the registry takes https alone.')
  const registry = createAgentRegistry({
    nodes: { urls: base.rpcUrls, chainId: BASE_CHAIN_ID, time: createMachineTime() },
    registry: IDENTITY_REGISTRY,
    key: agents.registrarKey,
  })
  const uri = `${server.baseUrl}/.well-known/agent-registration.json`
  if (await registry.isSending()) return refuse(`A transaction of ${registry.wallet} waits for its block: try again when it is over.`)
  const change = agents.agentId === null ? await newAgent(registry, uri, values.another) : await newAddress(registry, agents.agentId, uri)
  return typeof change === 'number' ? change : send(registry, change, values.yes)
}

/** A registration; or the exit code, when there is one already. */
async function newAgent(registry: AgentRegistry, uri: string, another: boolean): Promise<RegistryChange | number> {
  const owned = await registry.owned()
  if (owned > 0 && !another) {
    return refuse(`${registry.wallet} owns ${owned} agent(s) already: set ERC8004_AGENT_ID to this service’s, or say --another.`)
  }
  print(`Registers ${uri} at ${IDENTITY_REGISTRY} on Base, owned by ${registry.wallet}.`)
  return registry.prepareRegister(uri)
}

/** A correction; or the exit code, when there is nothing to correct. */
async function newAddress(registry: AgentRegistry, agentId: number, uri: string): Promise<RegistryChange | number> {
  const agent = await registry.find(agentId)
  if (!agent) return refuse(`There is no agent ${agentId} at ${IDENTITY_REGISTRY}: look at ERC8004_AGENT_ID.`)
  if (agent.owner !== registry.wallet)
    return refuse(`Agent ${agentId} is owned by ${agent.owner}, and ERC8004_KEY is of ${registry.wallet}.`)
  if (agent.uri === uri) {
    print(`Agent ${agentId} names ${uri} already.`)
    return 0
  }
  print(`Agent ${agentId} names ${agent.uri}; it will name ${uri}.`)
  return registry.prepareSetUri(agentId, uri)
}

async function send(registry: AgentRegistry, { weiMax, balanceWei, send: sendIt }: RegistryChange, yes: boolean): Promise<number> {
  print(`It costs ${eth(weiMax)} at most; the wallet holds ${eth(balanceWei)}.`)
  if (balanceWei < weiMax) return refuse(`Fund ${registry.wallet} first. Nothing was sent.`)
  if (!yes) {
    print('Nothing was sent. Run it again with --yes to send.')
    return 0
  }
  const { agentId, transaction } = await sendIt()
  print(`Done, in ${transaction}. Set ERC8004_AGENT_ID=${agentId} and restart the service.`)
  return 0
}

const eth = (wei: Wei): string => amountText(wei, 'ETH')

function refuse(problem: string): number {
  process.stderr.write(`${problem}\n`)
  return 2
}
