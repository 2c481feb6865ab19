import { parseSolanaLauncher } from '../../adapters/chains/solana/solana-launcher.ts'
import type { Config } from '../../config/read-config.ts'
import { hashApiKey } from '../../domain/api-key.ts'
import { Secret } from '../../lib/secret.ts'
import type { Finding } from './finding.ts'

interface Named {
  readonly name: string
  readonly text: string
}

const DISTINCT_MIN = 8
/** What stands in examples and is left there. */
const PLACEHOLDER = /change.?me|replace.?(me|this)|your.{0,12}(key|secret)|p[a4]ssw[o0]rd|placeholder|qwerty|x{6}/i
const RANDOM = 'set it to a long random text, such as `openssl rand -hex 32` prints'

/** Secrets that can be guessed, and one that serves two roles: whoever learns it in one has the other. None is repeated here. */
export function secretFindings(config: Config): Finding[] {
  const texts = named({
    OPERATOR_API_KEY: config.operatorApiKey,
    BROWSER_API_KEY: config.browserApiKey,
    SECRET_KEY: config.secretKey,
  })
  return [
    ...texts.filter(({ text }) => isWeak(text)).map(({ name }) => fail(`${name} is easily guessed`, RANDOM)),
    ...repeated(texts).map((names) => fail(`${names} are the same secret`, 'give each a random text of its own')),
    ...listedHashes(config, texts),
    ...walletFindings(config),
  ]
}

/** Keys of wallets: each role has one of its own, so that no budget is spent by another role. */
function walletFindings(config: Config): Finding[] {
  const facilitator = config.payments && 'key' in config.payments.facilitator ? config.payments.facilitator.key : null
  const solana = named({
    CRANK_PAYER_KEY: config.crankPayerKey,
    BUYBACK_KEY: config.buybackKey,
    JOBS_ESCROW_KEY: config.jobsEscrowKey,
    // The crank's own wallet is the usual owner of the table.
    LOOKUP_TABLE_KEY: config.crankPayerKey && sameWallet(config.lookupTableKey, config.crankPayerKey) ? null : config.lookupTableKey,
  })
  const evm = named({ EVM_CRANK_PAYER_KEY: config.evm.crankPayerKey, X402_FACILITATOR_KEY: facilitator })
  const digits = evm.map(({ name, text }) => ({ name, text: text.toLowerCase().replace(/^0x/, '') }))
  const wallets = [...solana.map(({ name, text }) => ({ name, text: walletOf(text) })), ...digits]
  return [
    ...digits
      .filter(({ text }) => new Set(text).size < DISTINCT_MIN)
      .map(({ name }) => fail(`${name} is easily guessed`, 'make a new wallet')),
    ...repeated(wallets).map((names) =>
      fail(`${names} are the same wallet: what one role may spend, the other would`, 'give each role a wallet'),
    ),
  ]
}

function listedHashes({ opsKeyHashes }: Config, texts: readonly Named[]): Finding[] {
  const listed = texts.filter(({ name, text }) => name !== 'SECRET_KEY' && opsKeyHashes.includes(hashApiKey(text)))
  return listed.map(({ name }) => fail(`OPS_KEY_HASHES has the hash of ${name}`, 'list keys that are for nothing else'))
}

const fail = (text: string, fix: string): Finding => ({ level: 'fail', text, fix })

const named = (secrets: Readonly<Record<string, Secret<string> | null>>): Named[] =>
  Object.entries(secrets).flatMap(([name, secret]) => (secret === null ? [] : [{ name, text: secret.reveal() }]))

/** The names of those that are the same, each group as one text. */
function repeated(secrets: readonly Named[]): string[] {
  const groups = Map.groupBy(secrets, ({ text }) => text)
  return [...groups.values()].filter((group) => group.length > 1).map((group) => group.map(({ name }) => name).join(' and '))
}

/** Few different letters, a piece again and again, letters in a row, or what stands in examples. */
function isWeak(text: string): boolean {
  const steps = [...text].slice(1).map((letter, at) => letter.charCodeAt(0) - text.charCodeAt(at))
  const inARow = steps.filter((step) => Math.abs(step) <= 1).length > 0.7 * steps.length
  return new Set(text).size < DISTINCT_MIN || isRepetition(text) || inARow || PLACEHOLDER.test(text)
}

function isRepetition(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length) === text
    )
      return true
  return false
}

const sameWallet = (one: Secret<string> | null, other: Secret<string>): boolean =>
  one !== null && walletOf(one.reveal()) === walletOf(other.reveal())

/** The wallet's address; the text itself where it is no key, which is told elsewhere. */
function walletOf(text: string): string {
  try {
    return parseSolanaLauncher(new Secret(text)).wallet
  } catch {
    return text
  }
}
