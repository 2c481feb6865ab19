import type { Variable } from './variable.ts'
import { type Group, GROUPS, VARIABLES } from './variables.ts'

const groups = Object.entries<Readonly<Record<string, Variable>>>(VARIABLES).map(([name, group]) => ({
  ...GROUPS[name as Group],
  variables: Object.values(group),
}))

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
  const title = ({ about, on }: (typeof groups)[number]) => `# --- ${about}${on === undefined ? '' : ` (read only while ${on} is set)`} ---`
  const entries = groups.flatMap((group) => [title(group), ...group.variables.map(entry)])
  return `${[head.join('\n'), ...entries].join('\n\n')}\n`
}
