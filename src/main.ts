import { runCommand } from './commands/run-command.ts'

// Everything that the process makes is its owner's alone.
process.umask(0o077)
process.exitCode = await runCommand(process.argv.slice(2))
