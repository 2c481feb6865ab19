import { guardOutput } from './adapters/guarded-output.ts'
import { runCommand } from './commands/run-command.ts'
import { configuredSecrets } from './config/configured-secrets.ts'
import { createStrikeOut } from './lib/strike-out.ts'

// Everything that the process makes is its owner's alone.
process.umask(0o077)
// And nothing that it prints, or a library of it does, shows a secret of its settings.
guardOutput(createStrikeOut(configuredSecrets(process.env).reveal()))
const args = process.argv.slice(2)
// Who read the output has gone (`doctor | head`). A command has nobody left to speak to; a service goes on without its log.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' && (args[0] ?? 'serve') !== 'serve') process.exit(1)
  })
process.exitCode = await runCommand(args)
