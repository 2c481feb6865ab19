/** A text that a person starts a piece of work with, and what they fill in. */
export interface PromptRow {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[]
  /** The message, with `{name}` for arguments; a line whose argument is not given is left out. */
  readonly lines: readonly string[]
}

/** Every prompt. */
export const PROMPTS: readonly PromptRow[] = [
  {
    name: 'launch',
    title: 'Launch a coin',
    description: 'From a name to a launched coin whose creator fees are locked; keys stay with the client.',
    arguments: [
      { name: 'name', description: 'Name of the coin, 2 to 32 characters.', required: true },
      { name: 'ticker', description: 'Ticker, 2 to 13 letters or digits.', required: true },
      { name: 'launcherPubkey', description: 'Wallet that signs and pays for the launch.', required: true },
      { name: 'description', description: 'What the coin is about.', required: false },
      { name: 'imageUrl', description: 'Public address of its picture.', required: false },
    ],
    lines: [
      'Launch the coin {name} ({ticker}) with the launcher wallet {launcherPubkey}.',
      'Its description: {description}',
      'Its picture: {imageUrl}',
      'Steps:',
      '1. Without an API key call claim_key, and have the client send the key from then on.',
      '2. Ask me who is paid. Either I name a crew whose shares total 100, or take autoHire; autohire shows beforehand whom it would hire.',
      '3. Call dry_run with all of it. Show me shareholders, cost and warnings, and wait for my word.',
      '4. Where approvalRequired is true, give me approvalUrl; plan says when a person has approved.',
      '5. Call prepare_launch with the same arguments and dryRunId. Where the launchpad wants it, mintPubkey is the public key of a fresh pair.',
      '6. Have my wallet sign every transaction, each by the signers it names. Never ask me for a secret key, and never send one.',
      '7. Call submit_signed. Where it answers launch_unresolved, look at list_launches until the launch has ended.',
      '8. Tell me the mint, and whether feeShareLocked is true; where it is not, follow nextSteps.',
    ],
  },
  {
    name: 'repair',
    title: 'Repair a coin’s fee split',
    description: 'Find out whether the creator fees of a coin are locked, and lock them where they are not.',
    arguments: [{ name: 'mint', description: 'Address of the coin.', required: true }],
    lines: [
      'See whether the creator fees of the coin {mint} are locked to its shareholders, and repair it where they are not.',
      'Steps:',
      '1. Call launch_status. Where feeShareLocked is true there is nothing to repair: tell me who is paid what.',
      '2. Else show me the crew that is to be paid, or ask me for one whose shares total 100.',
      '3. Call dry_run with intent wire-fees, the mint, the crew and launcherPubkey. Show me its warnings, and wait for my word.',
      '4. Where approvalRequired is true, give me approvalUrl, and wait until plan says that it is approved.',
      '5. A lock is final. Call wire_fees with the same mint, crew, launcherPubkey and dryRunId, have the wallet that launched the coin sign every transaction, and call submit_lock. Never ask me for a secret key.',
      '6. Call launch_status again, and tell me what changed.',
    ],
  },
  {
    name: 'read_proof',
    title: 'Read the record of a coin',
    description: 'Say in plain words what is proved on chain of a coin: its launch, its lock, and who was paid.',
    arguments: [{ name: 'mint', description: 'Address of the coin.', required: true }],
    lines: [
      'Tell me in plain words what is proved of the coin {mint}.',
      'Steps:',
      '1. Call coin, and remits with this mint; proof has the newest entries of all coins.',
      '2. Tell when it was launched, by which wallet, and with which signature.',
      '3. Tell whether its fee split is locked, since when, and who has which part.',
      '4. Tell what was paid to whom, with the signatures, and what still waits to be distributed (launch_status).',
      '5. Name what the record does not show, and promise nothing about prices.',
    ],
  },
]

/** The message of a prompt with these arguments in it. */
export const promptText = ({ lines }: PromptRow, given: Readonly<Record<string, string>>): string =>
  lines
    .filter((line) => namesIn(line).every((name) => given[name] !== undefined && given[name] !== ''))
    .map((line) => line.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name]!))
    .join('\n')

const namesIn = (line: string): string[] => [...line.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
