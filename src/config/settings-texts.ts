import { ALL_VARIABLES } from './variables.ts'

/** The table of every variable, in Markdown with even columns; docs/settings.md holds just this. */
export function variablesTable(): string {
  const rows = [['variable', 'default', 'meaning'], ...ALL_VARIABLES.map((row) => [`\`${row.name}\``, row.default, row.meaning])]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |`
  const [head, ...body] = rows
  return [line(head!), line(['', '', ''], '-'), ...body.map((row) => line(row))].join('\n')
}

/** A file of every variable for systemd's EnvironmentFile and Docker's env_file: comments and empty lines, to be filled in. */
export function environmentFile(): string {
  const head = [
    '# Settings of agent-launch: take away the # of a line and fill it in. Written by `agent-launch settings --env`.',
    '# This file holds secrets: chown root:root, chmod 0600, and never into version control.',
  ]
  const entries = ALL_VARIABLES.map((row) => {
    const note = `# ${row.meaning.replaceAll('`', '')}${row.secret ? ' (secret)' : ''}`
    return `${note}\n# default: ${row.default.replaceAll('`', '')}\n#${row.name}=`
  })
  return `${[head.join('\n'), ...entries].join('\n\n')}\n`
}
