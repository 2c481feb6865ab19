import { HIRE_ROLES } from '../../domain/crew/crew.ts'
import { kolColumns, listSeparator } from '../../domain/kols/kol-export.ts'

const MEANING: Record<(typeof kolColumns)[number], string> = {
  rank: 'required: place in the directory, a whole number from 1; lower is better',
  handle: 'required: 1 to 32 letters, digits, _ . or -, with or without @; one record a handle',
  displayName: 'at most 64 characters; the handle when empty',
  aliases: 'other names, a list',
  wallet: 'required: base58 address on Solana that is paid',
  evmWallet: '0x and 40 hex digits, checksum kept; for launches on Base',
  followers: 'whole number; 0 when empty',
  narratives: 'what they speak about, a list',
  roles: `a list of ${HIRE_ROLES.join(', ')}`,
  correlated: 'handles of the same person or team, a list; of these Autohire hires one',
  verified: 'true or false; false when empty',
  optedOut: 'true or false; true is never hired or shown',
}

/** The columns of a directory file, with their contents. */
export const kolColumnsHelp = (): string =>
  [
    `Columns, named in the first line, in any order (lists are separated by "${listSeparator}"):`,
    ...kolColumns.map((name) => `  ${name.padEnd(12)} ${MEANING[name]}`),
    '',
    'A JSON file is an array of records with the same names. `kols export` writes such a file; `kols import --sample` shows one at work.',
  ].join('\n')
