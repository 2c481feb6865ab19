import { guardOutput } from './adapters/guard-output.ts'
import { runCommand } from './commands/run-command.ts'
import { configuredSecrets } from './config/configured-secrets.ts'
import { createRedactor } from './lib/redactor.ts'

// Files that the process creates are readable by their owner only.
process.umask(0o077)
// Read here alone: commands are handed it.
const { env } = process
// Nothing that the process or a library of it prints contains a secret of the settings.
guardOutput(createRedactor(configuredSecrets(env)))
const args = process.argv.slice(2)
// The reader of the output has closed it (`doctor | head`), or the disk is full. A command then fails; a service continues without its log.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if ((args[0] ?? 'serve') === 'serve') return
    if (code !== 'EPIPE' && stream === process.stdout)
      process.stderr.write(`What ${args[0]} says cannot be written (${code}); what it did, if anything, is done.\n`)
    process.exit(1)
  })
process.exitCode = await runCommand(args, env)
// A service that has ended waits no longer for a reader of its log who has stopped reading.
if ((args[0] ?? 'serve') === 'serve') setTimeout(() => process.exit(), 2_000).unref()
