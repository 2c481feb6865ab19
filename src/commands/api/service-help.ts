import { STRANGERS_WORDS } from '../../domain/text/strangers-words.ts'
import { EXIT } from './call-service.ts'

/** Options and exit codes of the commands that call a service. */
export const serviceHelp = `Options of every command that calls a service:
  --url URL    the service; BASE_URL, or http://127.0.0.1:3000, when left out
  --key FILE   the file of its API key, - for standard input; where \`key claim\` keeps it when left out
  --json       the answer as one line of JSON, and nothing else, on standard output

KEYPAIR is a file with a secret key (a JSON array of 64 bytes, or base58), or - for standard input. Secrets are never arguments.

For models: ${STRANGERS_WORDS}

Exit codes: 0 done; 1 refused; 2 not understood; ${EXIT.notLocked} the coin is there and its fees are not locked; ${EXIT.noAnswer} no answer came.`
