import type { HttpDeps } from '../../http/http-deps.ts'
import { linksOf } from '../../http/answers/links.ts'
import { feeMapOf } from '../../domain/crew/fee-map.ts'
import { firstSteps } from '../topics/first-steps.ts'
import { MCP_PATH } from '../well-known/ai-catalog-view.ts'

/** What the guides for people are filled with: commands and a prompt that work against this very service. */
export const guideView = ({ policy, serves }: Pick<HttpDeps, 'policy' | 'serves'>) => ({
  BASE_URL: policy.baseUrl,
  ...Object.fromEntries(firstSteps(policy).map(({ title }, index) => [`STEP_${index + 1}`, `${index + 1}. ${title}`])),
  FIRST_STEP: firstSteps(policy)[0]!.commands,
  FIRST_COMMANDS: firstSteps(policy)
    .map(({ title, commands }, index) => `# ${index + 1}. ${title}\n${commands}`)
    .join('\n\n'),
  MCP: serves(MCP_PATH) ? 'on' : 'off',
  MCP_SETTINGS: JSON.stringify({ mcpServers: { 'agent-launch': { type: 'http', url: `${policy.baseUrl}${MCP_PATH}` } } }, null, 2),
  PROMPT: promptFor({ policy, serves }),
  // Without an address, which the page fills in: nothing in the board leads elsewhere.
  PROMPT_HERE: promptFor({ policy, serves }).replaceAll(policy.baseUrl, '{origin}'),
  ...splitDrawn(),
  ...operatorSaid(policy),
})

/** Who runs the service, where they are reached, and what they have set. */
function operatorSaid({ operatorName, operatorContact, cluster, approvers, approvalsRequired, buildCommit }: HttpDeps['policy']) {
  return {
    OPERATOR: operatorName ?? '',
    OPERATOR_NAMED: operatorName === null ? 'none' : 'given',
    CONTACT: operatorContact === null ? 'none' : 'given',
    CONTACT_TEXT: operatorContact?.replace('https://', '') ?? '',
    CONTACT_LINK: operatorContact?.replace(/^[^/]+@/, 'mailto:$&') ?? '',
    CHAIN: cluster === 'simulated' ? 'Simulated: its money is worth nothing' : 'Real: what is launched here costs and pays real money',
    APPROVALS:
      approvers.size === 0
        ? 'Nobody is named who could approve a plan'
        : `Where approval is required, ${approvalsRequired === 1 ? 'one person signs' : `${approvalsRequired} people sign`} the plan before it is launched`,
    BUILD: buildCommit.slice(0, 12),
  }
}

/** How a coin of an agent is split, in percent, as a drawing of 100 units. */
function splitDrawn() {
  const { crewPoolBps, agentBps, treasuryBps } = feeMapOf('agent', false)
  const percent = (partBps: number) => String(partBps / 100)
  return {
    CREW_PERCENT: percent(crewPoolBps),
    AGENT_PERCENT: percent(agentBps),
    TREASURY_PERCENT: percent(treasuryBps),
    TREASURY_FROM: percent(crewPoolBps + agentBps),
  }
}

function promptFor({ policy, serves }: Pick<HttpDeps, 'policy' | 'serves'>): string {
  const { baseUrl, serviceTitle } = policy
  const how = serves(MCP_PATH)
    ? `Read ${linksOf(baseUrl).llms} and follow it, or connect to the MCP server ${baseUrl}${MCP_PATH}.`
    : `Read ${linksOf(baseUrl).llms} and follow it.`
  return [
    `Help me launch a coin with ${serviceTitle}. ${how}`,
    'Ask me for its name, its ticker, a picture, and who shall be paid from its creator fees; propose a crew when I have none.',
    'Make a dry-run and show me what it costs, who gets which share, and its warnings. Launch only after I say yes.',
    'Never ask me for the secret of a wallet in this chat, and never print one.',
  ].join('\n')
}
