/** Something that a client may read by its address; the same is served there over HTTP. */
export interface ResourceRow {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Path below the service's address; with `{name}` for what a client fills in. */
  readonly path: string
  readonly mimeType: string
}

/** Every resource whose address is whole. */
export const RESOURCES: readonly ResourceRow[] = [
  {
    name: 'guide',
    title: 'How to use this service',
    description: 'From nothing to a launched coin, the rules, and one line for each route.',
    path: '/llms.txt',
    mimeType: 'text/plain',
  },
  {
    name: 'discovery',
    title: 'What this service can do',
    description: 'Capabilities, launchpads, fee maps, limits, rates and endpoints.',
    path: '/api/agent',
    mimeType: 'application/json',
  },
  {
    name: 'error-catalogue',
    title: 'Every error code',
    description: 'What each code means, and what to do about it.',
    path: '/errors',
    mimeType: 'text/plain',
  },
  {
    name: 'skill',
    title: 'A skill to install',
    description: 'How a coding agent launches a coin here, as SKILL.md.',
    path: '/SKILL.md',
    mimeType: 'text/markdown',
  },
]

/** Every resource of which there are many. */
export const RESOURCE_TEMPLATES: readonly ResourceRow[] = [
  {
    name: 'coin',
    title: 'A coin',
    description: 'A coin that was launched here, by its mint: who is paid, and whether its fees are locked.',
    path: '/api/coins/{mint}',
    mimeType: 'application/json',
  },
  {
    name: 'plan',
    title: 'A plan',
    description: 'What a dry-run will do, by its dryRunId, and whether a person approved it.',
    path: '/api/agent/launch/dry-run/{id}',
    mimeType: 'application/json',
  },
]

/** The resource at this address of the service; null where there is none. */
export function resourceAt(baseUrl: string, uri: string): { readonly path: string; readonly mimeType: string } | null {
  if (!uri.startsWith(`${baseUrl}/`)) return null
  const path = uri.slice(baseUrl.length)
  const row = [...RESOURCES, ...RESOURCE_TEMPLATES].find((resource) => patternOf(resource.path).test(path))
  return row ? { path, mimeType: row.mimeType } : null
}

/** Names stand for one segment, which no dots alone may be. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '(?!\\.+$)[\\w.-]{1,128}')}$`)
