import type { Variable } from './variable.ts'
import { type Group, GROUPS, VARIABLES } from './variables.ts'

const groups = Object.entries<Readonly<Record<string, Variable>>>(VARIABLES).map(([name, group]) => ({
  ...GROUPS[name as Group],
  variables: Object.values(group),
}))

/** A Markdown table for each group, with aligned columns; the content of docs/settings.md. */
export function variablesTables(): string {
  return groups
    .map(({ about, on, variables }) => {
      const title = `## ${about}${on === undefined ? '' : ` (read only while ${on} is set)`}`
      const rows = variables.map((row) => [`\`${row.name}\``, row.default, row.meaning])
      return `${title}\n\n${markdownTable([['variable', 'default', 'meaning'], ...rows])}`
    })
    .join('\n\n')
}

function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(...[title, ...rows.map((row) => row[column]!)].map(({ length }) => length)))
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |`
  return [line(head), line(['', '', ''], '-'), ...rows.map((row) => line(row))].join('\n')
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
