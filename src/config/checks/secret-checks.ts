import { hashApiKey } from '../../domain/api-key.ts'
import type { Config } from '../config.ts'
import { signersIn } from '../chains.ts'
import { isSimulated } from '../is-simulated.ts'
import { type CrossCheck, when } from './cross-check.ts'
import { hasFewLetters, isWeak, namedSecrets, repeatedSecrets, solanaWalletOf } from './weak-secrets.ts'
import { signerLocationOf } from '../../adapters/signers/signer-location.ts'
import { Secret } from '../../lib/secret.ts'

const RANDOM_FIX = 'set it to a long random text, such as `openssl rand -hex 32` prints'

const WALLET_KEYS = [
  'CRANK_PAYER_KEY',
  'BUYBACK_KEY',
  'EARNINGS_KEY',
  'JOBS_ESCROW_KEY',
  'LOOKUP_TABLE_KEY',
  'EVM_CRANK_PAYER_KEY',
  'X402_FACILITATOR_KEY',
  'ERC8004_KEY',
  'ACP_WALLET_KEY',
  'ACP_LAUNCHER_KEY',
]

/** Checks for secrets that can be guessed, and for one secret in two roles, where a leak of one is a leak of both. */
export const SECRET_CHECKS: readonly CrossCheck[] = [
  {
    name: 'credentials for KMS',
    level: 'refuse',
    of: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    wrong: (config) =>
      when(
        signersIn(config).some(({ setting }) => signerLocationOf(setting.reveal())?.kind === 'kms') &&
          (config.aws.accessKeyId === null || config.aws.secretAccessKey === null),
        'a key in KMS needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
      ),
  },
  {
    name: 'secrets that can be guessed',
    level: 'fail',
    of: ['OPERATOR_API_KEY', 'BROWSER_API_KEY', 'SECRET_KEY', 'SECRET_KEY_PREVIOUS'],
    wrong: (config) =>
      textsOf(config)
        .filter(({ text }) => isWeak(text))
        .map(({ name }) => ({ text: `${name} is easily guessed`, fix: RANDOM_FIX })),
  },
  {
    name: 'one secret for two roles',
    level: 'fail',
    of: ['OPERATOR_API_KEY', 'BROWSER_API_KEY', 'SECRET_KEY', 'SECRET_KEY_PREVIOUS'],
    wrong: (config) =>
      repeatedSecrets(textsOf(config)).map((names) => ({
        text: `${names} are the same secret`,
        fix: 'give each a random text of its own',
      })),
  },
  {
    name: 'key that is listed for ops',
    level: 'fail',
    of: ['OPS_KEY_HASHES', 'OPERATOR_KEYS', 'OPERATOR_API_KEY', 'BROWSER_API_KEY'],
    wrong: (config) => {
      const { opsKeyHashes, operatorKeys } = config.access
      const hashes = operatorKeys.map(({ hash }) => hash)
      const twice = (setting: string, listed: readonly string[], whose: readonly { readonly name: string; readonly hash: string }[]) =>
        whose
          .filter(({ hash }) => listed.includes(hash))
          .map(({ name }) => ({ text: `${setting} has the hash of ${name}`, fix: 'list keys that are for nothing else' }))
      const texts = textsOf(config)
        .filter(({ name }) => !name.startsWith('SECRET_KEY'))
        .map(({ name, text }) => ({ name, hash: hashApiKey(text) }))
      const named = operatorKeys.map(({ name, hash }) => ({ name: `OPERATOR_KEYS’ ${name}`, hash }))
      return [...twice('OPS_KEY_HASHES', opsKeyHashes, [...texts, ...named]), ...twice('OPERATOR_KEYS', hashes, texts)]
    },
  },
  {
    name: 'wallets that anyone finds',
    level: 'fail',
    of: ['EVM_CRANK_PAYER_KEY', 'X402_FACILITATOR_KEY', 'ERC8004_KEY', 'ACP_WALLET_KEY'],
    wrong: (config) =>
      evmDigitsOf(config)
        .filter(({ text }) => hasFewLetters(text))
        .map(({ name }) => ({ text: `${name} is easily guessed`, fix: 'make a new wallet' })),
  },
  {
    name: 'one wallet for two roles',
    level: 'fail',
    of: WALLET_KEYS,
    // Another role must not spend from its budget.
    wrong: (config) =>
      repeatedSecrets([...solanaWalletsOf(config), ...evmDigitsOf(config)]).map((names) => ({
        text: `${names} are the same wallet: what one role may spend, the other would`,
        fix: 'give each role a wallet',
      })),
  },
  // Other programs of the user, and reports of crashes, may show an environment.
  {
    name: 'keys in the environment',
    level: 'warn',
    of: WALLET_KEYS,
    wrong: (config) =>
      when(
        !isSimulated(config) && config.keysInEnvironment.length > 0,
        `the environment holds the key of wallets itself: ${config.keysInEnvironment.join(', ')}`,
        'name where it is kept, such as `file:PATH`: see "Wallets" in docs/operate.md',
      ),
    right: (config) => (isSimulated(config) ? null : 'the environment holds no key of a wallet'),
  },
]

const textsOf = ({ access, data }: Config) =>
  namedSecrets({
    OPERATOR_API_KEY: access.operatorApiKey,
    BROWSER_API_KEY: access.browserApiKey,
    SECRET_KEY: data.secretKey,
    SECRET_KEY_PREVIOUS: data.previousSecretKey,
  })

/** Private keys of EVM wallets, normalised; where they are kept elsewhere, the addresses. */
const evmDigitsOf = ({ base, payments, agents, acp }: Config) =>
  namedSecrets({
    EVM_CRANK_PAYER_KEY: base.crankPayerKey,
    X402_FACILITATOR_KEY: payments.facilitatorKey,
    ERC8004_KEY: agents.registrarKey,
    ACP_WALLET_KEY: acp.walletKey,
  }).map(({ name, text }) => ({
    name,
    text: new Secret(signerLocationOf(text.reveal())?.wallet ?? text.reveal().toLowerCase().replace(/^0x/, '')),
  }))

function solanaWalletsOf({ solana, buyback, jobs, acp }: Config) {
  const wallets = namedSecrets({
    CRANK_PAYER_KEY: solana.crankPayerKey,
    BUYBACK_KEY: buyback.key,
    EARNINGS_KEY: buyback.earningsKey,
    JOBS_ESCROW_KEY: jobs.escrowKey,
    LOOKUP_TABLE_KEY: solana.lookupTableKey,
    ACP_LAUNCHER_KEY: acp.launcherKey,
  }).map(({ name, text }) => ({ name, text: solanaWalletOf(text) }))
  const crank = wallets.find(({ name }) => name === 'CRANK_PAYER_KEY')?.text.reveal()
  // The lookup table is usually owned by the crank's wallet.
  return wallets.filter(({ name, text }) => name !== 'LOOKUP_TABLE_KEY' || text.reveal() !== crank)
}
