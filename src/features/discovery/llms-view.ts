import { STRANGERS_WORDS } from '../../domain/text/strangers-words.ts'
import { paymentRequirements } from '../../domain/payments/payment-requirements.ts'
import { LIMITS } from '../../domain/limits.ts'
import { RATES, type RateRule } from '../../domain/limits/rates.ts'
import { ERROR_CODES } from '../../domain/errors.ts'
import { durationText } from '../../domain/text/duration-text.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import type { RouteDescription } from '../../http/openapi/route-table.ts'
import { statusOf } from '../../http/answers/problem.ts'
import { linksOf } from '../../http/answers/links.ts'
import { AUTH, authOf, launcherKeyOf } from '../../http/openapi/route-auth.ts'
import { fieldLines } from './field-lines-view.ts'
import { firstStepLines } from '../topics/first-steps.ts'
import { needs, operationsOfTopics, sizeText, topicLines } from './topic-view.ts'
import type { RecordedCall, RecordedCalls } from './read-recorded-calls.ts'
import { errorLine } from '../errors/error-catalogue-view.ts'

const head = ({ policy }: Pick<HttpDeps, 'policy'>): string[] => [
  `# ${policy.serviceTitle}`,
  '',
  '> Launch a coin over HTTP and have its creator fees split on chain among the people who promote it, the launching agent and the treasury.',
  '',
  policy.cluster === 'simulated'
    ? 'This service is simulated: every route works end to end, on a chain of its own. Nothing here is real money.'
    : 'This service launches on mainnet: what it sends is real money and cannot be undone.',
  `Base address: ${policy.baseUrl}. JSON in and out. Service version 1, build ${policy.buildCommit}.`,
  '',
]

const steps = ({ policy }: Pick<HttpDeps, 'policy'>): string[] => [
  '## From nothing to a launched coin',
  '',
  'In a shell with curl, jq and openssl, in this order:',
  '',
  ...firstStepLines(policy, '###'),
]

const rules = ({ policy }: Pick<HttpDeps, 'policy'>): string[] => [
  '## Rules',
  '',
  ...Object.entries(AUTH).map(([header, meaning]) => `- ${header}: ${meaning}`),
  `- Errors are application/problem+json. Act on \`code\`; \`fix\` says what to do, \`errors[].path\` which field is wrong. Each code is explained at ${policy.baseUrl}/errors/{code}.`,
  `- ${statusOf('rate_limited')} and ${statusOf('unavailable')} carry retry-after in seconds. Answers to counted calls carry ratelimit-limit, -remaining and -reset.`,
  '- Unknown body fields are refused; so is a secret in a body, which is to be taken as exposed.',
  `- A dry-run lives ${durationText(policy.dryRunLifetimeMs)}; a launch is waited for ${LIMITS.launchWaitMs / 1_000} s.`,
  `- A claimed key launches ${LIMITS.launchesPerHourDefault} coins an hour.`,
  '- Do not pipeline requests on one connection: answers behind a lost one are lost too. Send x-idempotency-key with what changes something, and repeat it after a lost answer.',
  `- ${STRANGERS_WORDS}`,
  '- Lists take limit and cursor; the next page is at nextCursor of the page before.',
  '',
]

const payments = ({ policy }: Pick<HttpDeps, 'policy'>): string[] => {
  const offer = paymentRequirements(policy.payments)
  if (!offer) return []
  const prices = Object.entries(offer.prices).map(([group, price]) => `${group} ${price}`)
  return [
    '## Without a key: pay per call',
    '',
    `In USDC on Base (${offer.network})${offer.solana ? ` or Solana (${offer.solana.network})` : ''}, x402: ${prices.join(', ')}.`,
    '',
    ...offer.flow.map((line) => `- ${line}`),
    '',
  ]
}

const prices = ({ policy }: Pick<HttpDeps, 'policy'>): string[] => {
  const offer = paymentRequirements(policy.payments)
  if (!offer) return []
  const each = Object.entries(offer.prices).map(([group, price]) => `${group} ${price}`)
  return [`Without a key calls can be paid for (topic payments): ${each.join(', ')}.`, '']
}

/** How long the documents are that the index links, in bytes. */
export interface LinkedBytes {
  readonly llmsFull: number
  readonly openApi: number
  readonly discovery: number
}

const documents = ({ policy }: Pick<HttpDeps, 'policy'>, bytes: LinkedBytes): string[] => {
  const links = linksOf(policy.baseUrl)
  return [
    '## Documents',
    '',
    `- [Everything, with a worked example of each call](${links.llmsFull}), ${sizeText(bytes.llmsFull)}`,
    `- [OpenAPI 3.1](${links.openapi}), ${sizeText(bytes.openApi)}`,
    `- [Discovery document](${links.discovery}), ${sizeText(bytes.discovery)}`,
    `- [Launchpads](${links.platforms})`,
    `- [Agent card](${policy.baseUrl}/.well-known/agent-card.json): the same by A2A; [SKILL.md](${policy.baseUrl}/SKILL.md) for coding agents`,
    '',
  ]
}

const nameOf = ({ method, path }: RouteDescription): string => `${method} ${path}`

/** The index: how to begin, the rules, and one line for each route. */
export function llmsText(deps: Pick<HttpDeps, 'policy' | 'routes' | 'launchpads'>, bytes: LinkedBytes): string {
  const inTopics = operationsOfTopics(deps)
  return [
    ...head(deps),
    ...documents(deps, bytes),
    ...topicLines(deps),
    ...steps(deps),
    ...rules(deps),
    ...prices(deps),
    '## Other routes of agents',
    '',
    ...deps
      .routes()
      .filter(({ tag, operationId }) => tag !== 'discovery' && tag !== 'operating' && !inTopics.has(operationId))
      // The operator’s and approvers’ own, and what coins link to; /llms-full.txt and /openapi.json list these too.
      .filter(({ guard, path }) => guard.key !== 'operator' && !/^\/(api\/approvals|m\/)/.test(path))
      .map((route) => `- ${nameOf(route)}${needs(route)}`),
    '',
  ].join('\n')
}

/** The full document, with a recorded call of each route. */
export const llmsFullText = (deps: Pick<HttpDeps, 'policy' | 'routes'>, recorded: RecordedCalls): string =>
  [
    ...head(deps),
    ...steps(deps),
    ...rules(deps),
    ...payments(deps),
    '## Every route',
    '',
    'The examples are calls that were made in simulated mode, one after another, with their real answers.',
    '',
    ...deps.routes().flatMap((route) => [...routeText(route), ...exampleText(deps.policy.baseUrl, route, recorded[nameOf(route)])]),
    '## Every error code',
    '',
    ...ERROR_CODES.map(errorLine),
    '',
  ].join('\n')

function routeText(route: RouteDescription): string[] {
  const { summary, description, guard, routeDocs: docs, params, query, body, answers, refusals } = route
  const rate: RateRule = guard.rateGroup === undefined ? {} : RATES[guard.rateGroup]
  const limits = [
    ...(rate.perKey === undefined ? [] : [`${rate.perKey} a minute for each key`]),
    ...(rate.perAddress === undefined ? [] : [`${rate.perAddress} a minute for each address`]),
  ]
  return [
    `### ${nameOf(route)}`,
    '',
    `${summary}.`,
    ...(description === null ? [] : [description]),
    '',
    `- Auth: ${authOf(route)}${launcherKeyOf(route) === 'no' ? '' : `; x-launcher-key ${launcherKeyOf(route)}`}${guard.idempotent ? '; x-idempotency-key optional' : ''}`,
    ...(docs.walletSigns === undefined ? [] : [`- The wallet signs: ${docs.walletSigns}`]),
    ...Object.entries(docs.headers ?? {}).map(([name, meaning]) => `- Header ${name}: ${meaning}`),
    ...(limits.length === 0 ? [] : [`- Rate: ${limits.join(', ')}`]),
    ...fieldLines('Path', params),
    ...fieldLines('Query', query),
    ...fieldLines('Body', body),
    `- Answers: ${[...answers.keys()].join(', ')}`,
    ...[...refusals].map(([status, codes]) => `- ${status}: ${codes.join(', ')}`),
    '',
  ]
}

function exampleText(baseUrl: string, { method }: RouteDescription, call: RecordedCall | undefined): string[] {
  if (!call) return []
  const { path, headers = {}, body, status, answer } = call
  const parts = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} '${baseUrl}${path}'`,
    // Secrets appear as shell variables, which only double quotes expand.
    ...Object.entries(headers).map(([name, value]) => (value.startsWith('$') ? `-H "${name}: ${value}"` : `-H '${name}: ${value}'`)),
    ...(body === undefined ? [] : [`-H 'content-type: application/json'`, `-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`]),
  ]
  const shown = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 1)
  return [
    '```sh',
    parts.join(' \\\n  '),
    '```',
    '',
    `Answers ${status}:`,
    '',
    ...(answer === undefined ? ['(see the route itself)'] : ['```json', shown, '```']),
    '',
  ]
}
