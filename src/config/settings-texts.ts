import type { Variable } from './variable.ts'
import { type Group, GROUPS, VARIABLES } from './variables.ts'

const groups = Object.entries<Readonly<Record<string, Variable>>>(VARIABLES).map(([name, group]) => ({
  ...GROUPS[name as Group],
  variables: Object.values(group),
}))

/** A Markdown list for each group, a line a variable, so that a change of one touches no other; the content of docs/settings.md. */
export function variablesList(): string {
  return groups
    .map(({ about, on, variables }) => {
      const title = `## ${about}${on === undefined ? '' : ` (read only while ${on} is set)`}`
      return `${title}\n\n${variables.map((row) => `- \`${row.name}\` (${row.default}): ${row.meaning}`).join('\n')}`
    })
    .join('\n\n')
}

/** An environment file with every variable for systemd's EnvironmentFile and Docker's env_file: comments and empty values. */
export function environmentFile(): string {
  const head = [
    '# Settings of agent-launch: take away the # of a line and fill it in. Written by `agent-launch settings --env`.',
    '# This file holds secrets: chown root:root, chmod 0600, and never into version control.',
  ]
  const entry = (row: Variable) => {
    const note = `# ${row.meaning.replaceAll('`', '')}${row.secret ? ' (secret)' : ''}`
    return `${note}\n# default: ${row.default.replaceAll('`', '')}\n#${row.name}=`
  }
  const entries = groups.flatMap(({ about, variables }) => [`# --- ${about} ---`, ...variables.map(entry)])
  return `${[head.join('\n'), ...entries].join('\n\n')}\n`
}
