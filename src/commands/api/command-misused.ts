/** Arguments that a command does not understand: exit code 2. Its message says what would be right. */
export class CommandMisused extends Error {
  override readonly name = 'CommandMisused'
}
