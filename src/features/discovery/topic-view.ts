import { type ErrorCode, ERROR_CODES } from '../../domain/errors.ts'
import { ERRORS } from '../../domain/errors/error-catalogue.ts'
import { statusOf } from '../../http/answers/problem.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import type { RouteDescription } from '../../http/openapi/route-table.ts'
import { authOf, launcherKeyOf } from '../../http/openapi/route-auth.ts'
import { fieldLines } from './field-lines-view.ts'
import { firstSteps } from '../topics/first-steps.ts'
import { type Topic, TOPIC_NAMES, type TopicContext, type TopicName, type TopicSection } from '../topics/topic.ts'
import { TOPICS } from '../topics/topics.ts'

type TopicDeps = Pick<HttpDeps, 'policy' | 'routes' | 'launchpads'>

const contextOf = ({ policy, launchpads }: TopicDeps): TopicContext => ({
  policy,
  launchpads: launchpads.ids.map((id) => launchpads.facts(id)),
})

/** The part of `/llms.txt` that lists what to read next; what is switched off is not listed. */
export function topicLines(deps: TopicDeps): string[] {
  const context = contextOf(deps)
  const offered = TOPIC_NAMES.filter((name) => (TOPICS[name].whyOff?.(context) ?? null) === null)
  const longest = sizeText(Math.max(...offered.map((name) => Buffer.byteLength(topicText(deps, name)))))
  return [
    '## Topics',
    '',
    `Each has at most ${longest}: commands that go on after those below, routes, and what to do about errors.`,
    '',
    ...offered.map((name) => `- [${name}](${deps.policy.baseUrl}/llms/${name}.txt): ${TOPICS[name].summary}`),
    '',
  ]
}

/** How long a document is, for whoever decides whether to read it. */
export const sizeText = (bytes: number): string => `${Math.ceil(bytes / 1_000)} kB`

/** The names of the operations that an offered topic is about. */
export function operationsOfTopics(deps: TopicDeps): ReadonlySet<string> {
  const context = contextOf(deps)
  const offered = Object.values(TOPICS).filter(({ whyOff }) => (whyOff?.(context) ?? null) === null)
  return new Set(offered.flatMap(({ operations }) => operations))
}

/** The document about one topic. */
export function topicText(deps: TopicDeps, name: TopicName): string {
  const topic = TOPICS[name]
  const context = contextOf(deps)
  const off = topic.whyOff?.(context) ?? null
  const steps = firstSteps(deps.policy).length
  return [
    `# ${deps.policy.serviceTitle}: ${topic.title}`,
    '',
    `> ${topic.summary}`,
    '',
    ...(off === null
      ? [`In bash, after steps 1 to ${steps} of ${deps.policy.baseUrl}/llms.txt, whose variables and files they use.`]
      : [`Not offered here. ${off}`]),
    '',
    ...(off === null ? [...topic.sections(context).flatMap(sectionLines), ...routeLines(deps, topic), ...errorLines(topic.errors)] : []),
  ].join('\n')
}

const sectionLines = ({ title, text, commands }: TopicSection): string[] => [
  `## ${title}`,
  '',
  text,
  '',
  ...(commands === undefined ? [] : ['```sh', commands, '```', '']),
]

/** The topic's routes; the fields of the bodies that it lists, and of all that are new to whoever read `/llms.txt`. */
function routeLines({ routes }: TopicDeps, { operations, bodies = [] }: Topic): string[] {
  const known = new Map(routes().map((route) => [route.operationId, route]))
  const found = operations.flatMap((operation) => known.get(operation) ?? [])
  if (found.length === 0) return []
  return [
    '## Routes',
    '',
    ...found.flatMap((route) => [
      `- ${route.method} ${route.path}: ${route.summary}${needs(route)}`,
      ...(bodies.includes(route.operationId) ? fieldLines('Body', route.body).map((line) => `  ${line}`) : []),
    ]),
    '',
  ]
}

/** What a route wants beside its body, in brackets; empty when nothing. */
export function needs(route: RouteDescription): string {
  const parts = [
    ...(authOf(route) === 'none' ? [] : [authOf(route)]),
    ...(launcherKeyOf(route) === 'no' ? [] : [`x-launcher-key ${launcherKeyOf(route)}`]),
  ]
  return parts.length === 0 ? '' : ` [${parts.join('; ')}]`
}

const errorLines = (codes: readonly ErrorCode[]): string[] => [
  '## When it fails',
  '',
  ...ERROR_CODES.filter((code) => codes.includes(code)).map((code) => `- ${code} (${statusOf(ERRORS[code].kind)}): ${ERRORS[code].fix}`),
  '',
]
