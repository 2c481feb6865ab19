import { LIMITS } from '../limits.ts'
import { errorEntries } from './error-entries.ts'
import { WALLET } from './example-values.ts'

/** Error codes of who is paid: the crew, Autohire and the directory, the other recipients of a split. Append only. */
export const CREW_ERRORS = errorEntries({
  crew_source_required: { kind: 'invalid', detail: 'A crew source is required.', fix: 'Send crew[], autoHire or holderKol: true.' },
  crew_shares_not_100: {
    kind: 'invalid',
    detail: 'Crew shares total {total}, not 100.',
    fix: 'Change the shares so that they add to exactly 100.',
    example: { total: 95 },
  },
  crew_wallet_invalid: {
    kind: 'invalid',
    detail: 'Crew member {handle} has a wallet that cannot be paid: {reason}.',
    fix: 'Name a wallet on this platform that a person holds.',
    example: { handle: '@frogfan', reason: 'it is a program, and on chain that mistake is permanent' },
  },
  recipient_not_payable: {
    kind: 'refused',
    detail: 'The wallet {wallet}, which has a share as {role}, cannot be paid: {reason}.',
    fix: 'As the launcher, launch with another wallet; a treasury or referrer that cannot be paid is the operator’s to change.',
    example: { wallet: WALLET, role: 'treasury', reason: 'a payment to it fails, and on chain that mistake is permanent' },
  },
  consent_required: {
    kind: 'refused',
    detail: 'Nobody is paid here who has not agreed, and the owner of {wallet} ({handle}) {stance}. Your agent is called {agent}.',
    fix: 'Leave them out, or have them sign on the page /wallet/{wallet} of this service, which names your agent. Then ask again.',
    example: { handle: '@frogfan', wallet: WALLET, stance: 'signed nothing', agent: '0f5b89596427a128ce651165aa519dcc' },
  },
  consent_superseded: {
    kind: 'conflict',
    detail: 'This wallet has signed something later: that counts.',
    fix: 'Sign again, with the time of now.',
  },
  consents_full: {
    kind: 'unavailable',
    detail: 'Too many wallets have signed: only those are heard now that the directory or a plan names.',
    fix: 'Sign once a plan names this wallet, or the operator has it in the directory.',
  },
  opt_in_not_allowed: {
    kind: 'conflict',
    detail: 'The owner of the wallet of @{handle} has signed that they never take part.',
    fix: 'Only they can take that back, by another signature on the page of their wallet.',
    example: { handle: 'moonboy' },
  },
  crew_too_large: {
    kind: 'invalid',
    detail: 'The split has {shareholders} wallets; the launchpad takes {maxShareholders}, so {fits} crew wallets fit.',
    fix: 'Send fewer crew wallets, or fewer wallets of earnings.',
    example: { shareholders: 11, maxShareholders: 10, fits: 7 },
  },
  crew_with_holder_kol_not_allowed: {
    kind: 'invalid',
    detail: 'holderKol: true and crew[] exclude each other.',
    fix: 'Leave one of them out.',
  },
  crew_required: {
    kind: 'invalid',
    detail: 'A crew is required to wire the fees of this coin.',
    fix: 'Send crew[] with shares that total 100.',
  },
  crew_evm_wallet_missing: {
    kind: 'invalid',
    detail: 'Crew member {handle} has no evmWallet, and {platform} pays there.',
    fix: 'Send the member’s evmWallet: 0x and 40 hex digits.',
    example: { handle: '@frogfan', platform: 'Zora on Base' },
  },
  referrer_wallet_required: {
    kind: 'invalid',
    detail: 'The referrer {handle} of this key has no EVM wallet, and {platform} pays there.',
    fix: 'Launch on another platform, or with a key that was claimed after the directory had the referrer’s EVM wallet.',
    example: { handle: '@frogfan', platform: 'Zora on Base' },
  },
  holder_kol_not_found: {
    kind: 'invalid',
    detail: 'None of the coin’s largest holders is a KOL of the directory: nobody could be paid.',
    fix: 'Wait until KOLs hold the coin, or lock the fees to a crew of your own with POST /api/agent/wire-fees.',
  },
  autohire_unavailable: {
    kind: 'invalid',
    detail: 'Autohire has no directory to hire from.',
    fix: 'Send crew[]; the operator imports profiles with `kols import`.',
  },
  autohire_no_match: {
    kind: 'invalid',
    detail: 'Nobody in the directory speaks of what this coin is about, so Autohire hires nobody.',
    fix: 'Say more of it in name, ticker and description, or name the crew yourself in crew[]. To hire by directory rank all the same, ask for it: autoHire: {"seats": 5, "fallback": "rank"} (POST /api/agent/autohire: "fallback": "rank").',
  },
  autohire_texts_required: {
    kind: 'invalid',
    detail: 'Autohire needs at least one of name, ticker and description.',
    fix: 'Send what the coin is about.',
  },
  autohire_seats_invalid: {
    kind: 'invalid',
    detail: 'Autohire hires from {min} to {max} seats, not {seats}.',
    fix: 'Send seats as a whole number in that range, or leave it out.',
    example: { min: LIMITS.seatsMin, max: LIMITS.seatsMax, seats: 9 },
  },
  directory_file_invalid: {
    kind: 'invalid',
    detail: 'The directory file has {count} problem(s), and nothing of it was imported.',
    fix: 'errors[] names the first of them by their lines; POST it with "preview": true to try again without importing.',
    example: { count: 2 },
  },
  kol_not_found: { kind: 'not_found', detail: 'There is no such KOL in the directory.', fix: 'GET /api/kols lists them.' },
})
