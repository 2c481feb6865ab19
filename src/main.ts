import { guardOutput } from './adapters/guarded-output.ts'
import { runCommand } from './commands/run-command.ts'
import { configuredSecrets } from './configured-secrets.ts'
import { createStrikeOut } from './lib/strike-out.ts'

// Everything that the process makes is its owner's alone.
process.umask(0o077)
// And nothing that it prints, or a library of it does, shows a secret of its settings.
guardOutput(createStrikeOut(configuredSecrets(process.env).reveal()))
process.exitCode = await runCommand(process.argv.slice(2))
