import type { SolanaSignMessageFeature, SolanaSignOffchainMessageFeature } from '@solana/wallet-standard-features'
import { getWallets } from '@wallet-standard/app'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type { StandardConnectFeature, StandardEventsFeature } from '@wallet-standard/features'
import { signsTyped } from './evm-wallets.ts'

/** A wallet that a person connected, and which of its accounts signs. */
export interface ConnectedWallet {
  readonly wallet: SigningWallet
  readonly accounts: readonly WalletAccount[]
  readonly account: WalletAccount
}

/** A wallet of the Wallet Standard that can connect and sign a message, in one way at least. */
export type SigningWallet = Wallet & {
  readonly features: StandardConnectFeature &
    Partial<SolanaSignMessageFeature & SolanaSignOffchainMessageFeature> &
    Partial<StandardEventsFeature>
}

const OFFCHAIN = 'solana:signOffchainMessage'
const PLAIN = 'solana:signMessage'

const canSign = (wallet: Wallet): wallet is SigningWallet =>
  'standard:connect' in wallet.features && (PLAIN in wallet.features || signsOffchain(wallet as SigningWallet))

/** It writes the envelope that the page asks for. Hardware wallets sign in an envelope alone. */
const signsOffchain = ({ features }: SigningWallet): boolean => features[OFFCHAIN]?.supportedMessageVersions?.includes(1) === true

/** Watches the wallets of this browser; `changed` is called with all of them, first at once. */
export function watchWallets(changed: (wallets: readonly SigningWallet[]) => void): void {
  const { get, on } = getWallets()
  const tell = () => changed(get().filter(canSign))
  on('register', tell)
  on('unregister', tell)
  tell()
}

/** Asks the wallet for its accounts that can sign. @throws whatever the wallet throws when its owner says no */
export async function connect(wallet: SigningWallet): Promise<readonly WalletAccount[]> {
  const { accounts } = await wallet.features['standard:connect'].connect()
  if (signsTyped(wallet)) return accounts
  return accounts.filter(
    ({ features }) => (features.includes(OFFCHAIN) && signsOffchain(wallet)) || (features.includes(PLAIN) && PLAIN in wallet.features),
  )
}

/** Which account of a wallet comes first. */
export interface AccountOrder {
  /** Its person left this one for another. */
  passOver(address: string): void
  /** The first that was not left; after the last of them the first again. */
  first(accounts: readonly WalletAccount[]): WalletAccount | undefined
}

/** Begins with none left: a wallet that shares several accounts is connected again for the next of them. */
export function accountOrder(): AccountOrder {
  const left = new Set<string>()
  return {
    passOver: (address) => void left.add(address),
    first(accounts) {
      const next = accounts.find(({ address }) => !left.has(address))
      if (!next) left.clear()
      return next ?? accounts[0]
    },
  }
}

/** Calls `gone` when the wallet no longer offers this account. Returns how to stop watching. */
export function watchAccount(wallet: SigningWallet, account: WalletAccount, gone: () => void): () => void {
  const events = wallet.features['standard:events']
  if (!events) return () => {}
  return events.on('change', ({ accounts }) => {
    if (accounts && !accounts.some(({ address }) => address === account.address)) gone()
  })
}

/** The wallet signed something else than it was shown. */
export class OtherTextSigned extends Error {}

/**
 * The account's signature over exactly this text, plain or in Solana's off-chain envelope, which the service then checks byte by byte.
 *
 * @throws OtherTextSigned, or whatever the wallet throws
 */
export async function signText(wallet: SigningWallet, account: WalletAccount, text: string): Promise<Uint8Array> {
  const message = new TextEncoder().encode(text)
  const { signed, signature } = await signatureOf(wallet, account, text, message)
  const head = signed.slice(0, -message.length)
  const isPlain = head.length === 0
  const isEnvelope = ENVELOPE_HEAD.every((byte, index) => byte === head[index])
  const same = signed.length >= message.length && message.every((byte, index) => byte === signed[head.length + index])
  if (!same || !(isPlain || isEnvelope)) throw new OtherTextSigned()
  return Uint8Array.from(signature)
}

/** How every off-chain envelope begins: `0xff` and these letters. */
const ENVELOPE_HEAD = [0xff, ...new TextEncoder().encode('solana offchain')]

/** What the wallet says that it signed; in an envelope where it offers that. */
async function signatureOf({ features }: SigningWallet, account: WalletAccount, text: string, message: Uint8Array) {
  const [offchain, plain] = [features[OFFCHAIN], features[PLAIN]]
  if (offchain?.supportedMessageVersions?.includes(1) && account.features.includes(OFFCHAIN)) {
    const [output] = await offchain.signOffchainMessage({
      messageVersion: 1,
      account,
      message: text,
      requiredSigners: [account.publicKey],
    })
    if (output) return { signed: output.signedOffchainMessage, signature: output.signature }
  } else {
    const [output] = (await plain?.signMessage({ account, message })) ?? []
    if (output) return { signed: output.signedMessage, signature: output.signature }
  }
  throw new Error('the wallet gave no signature')
}

/** An icon that the page may show: the standard wants a data URI of a picture, and nothing else is taken. */
export const walletIcon = (wallet: Wallet): string | null =>
  /^data:image\/(svg\+xml|webp|png|gif)[;,]/.test(wallet.icon) ? wallet.icon : null

/** A wallet, and an address of its makers. */
export interface WalletWay {
  readonly name: string
  readonly url: string
}

/** Where wallets for the browser of a computer come from. */
export const walletSites = (): WalletWay[] => [
  { name: 'Phantom', url: 'https://phantom.com/download' },
  { name: 'Solflare', url: 'https://www.solflare.com/download/' },
  { name: 'Backpack', url: 'https://backpack.app/download' },
]

/** Wallets whose own browser can open this page, for phones, where no wallet can reach another browser. */
export function walletApps(): WalletWay[] {
  const page = encodeURIComponent(location.href)
  const site = encodeURIComponent(location.origin)
  return [
    { name: 'Phantom', url: `https://phantom.app/ul/browse/${page}?ref=${site}` },
    { name: 'Solflare', url: `https://solflare.com/ul/v1/browse/${page}?ref=${site}` },
    { name: 'Backpack', url: `https://backpack.app/ul/v1/browse/${page}?ref=${site}` },
  ]
}
