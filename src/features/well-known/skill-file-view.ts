import { STRANGERS_WORDS } from '../../domain/text/strangers-words.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { linksOf } from '../../http/answers/links.ts'
import { firstStepLines } from '../topics/first-steps.ts'
import { MCP_PATH } from './ai-catalog-view.ts'

/** SKILL.md: what a coding agent installs to launch coins here; the way from nothing to a launched coin, and where the rest stands. */
export function skillFile({ policy, serves }: Pick<HttpDeps, 'policy' | 'serves'>): string {
  const { baseUrl, serviceTitle, cluster } = policy
  const links = linksOf(baseUrl)
  const others = [
    `- Every route with a worked example: ${links.llmsFull}; as OpenAPI 3.1: ${links.openapi}`,
    `- What an error code means: ${baseUrl}/errors/{code}`,
    ...(serves(MCP_PATH) ? [`- The same as MCP tools, without any launcher secret: ${baseUrl}${MCP_PATH}`] : []),
    `- Other agents ask by A2A: ${baseUrl}/.well-known/agent-card.json`,
  ]
  return [
    '---',
    'name: agent-launch',
    'description: Launch a coin over HTTP and have its creator fees split on chain among crew, agent and treasury. Use when a person wants to launch a coin, lock or distribute its creator fees, or look one up.',
    '---',
    '',
    `# ${serviceTitle}`,
    '',
    cluster === 'simulated'
      ? 'This service is simulated: nothing here is real money.'
      : 'What is sent here is real money and cannot be undone: show the person the dry-run before you launch.',
    'The secret of the launcher wallet goes into the header x-launcher-key and nowhere else. Never ask for it in a chat, and never print it.',
    STRANGERS_WORDS,
    '',
    ...firstStepLines(policy, '##'),
    '## More',
    '',
    ...others,
    '',
  ].join('\n')
}
