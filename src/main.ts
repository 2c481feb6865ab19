import { guardOutput } from './adapters/guard-output.ts'
import { runCommand } from './commands/run-command.ts'
import { configuredSecrets } from './config/configured-secrets.ts'
import { createStrikeOut } from './lib/strike-out.ts'

// Everything that the process makes is its owner's alone.
process.umask(0o077)
// And nothing that it prints, or a library of it does, shows a secret of its settings.
guardOutput(createStrikeOut(configuredSecrets(process.env)))
const args = process.argv.slice(2)
// Who read the output has gone (`doctor | head`), or it cannot be written (a full disk). A command has failed then, whatever it
// did; a service goes on without its log.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if ((args[0] ?? 'serve') === 'serve') return
    if (code !== 'EPIPE' && stream === process.stdout)
      process.stderr.write(
        `What ${args[0]} says cannot be written (${code}), and what it did is done: a key that nobody saw is to be revoked.\n`,
      )
    process.exit(1)
  })
process.exitCode = await runCommand(args)
