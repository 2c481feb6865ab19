import type { SolanaSignMessageFeature } from '@solana/wallet-standard-features'
import { getWallets } from '@wallet-standard/app'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type { StandardConnectFeature, StandardEventsFeature } from '@wallet-standard/features'

/** A wallet that a person connected, and which of its accounts signs. */
export interface ConnectedWallet {
  readonly wallet: SigningWallet
  readonly accounts: readonly WalletAccount[]
  readonly account: WalletAccount
}

/** A wallet of the Wallet Standard that can connect and sign a message. */
export type SigningWallet = Wallet & {
  readonly features: StandardConnectFeature & SolanaSignMessageFeature & Partial<StandardEventsFeature>
}

const canSign = (wallet: Wallet): wallet is SigningWallet =>
  'standard:connect' in wallet.features && 'solana:signMessage' in wallet.features

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
  return accounts.filter((account) => account.features.includes('solana:signMessage'))
}

/** Calls `gone` when the wallet no longer offers this account. Returns how to stop watching. */
export function watchAccount(wallet: SigningWallet, account: WalletAccount, gone: () => void): () => void {
  const events = wallet.features['standard:events']
  if (!events) return () => {}
  return events.on('change', ({ accounts }) => {
    if (accounts && !accounts.some(({ address }) => address === account.address)) gone()
  })
}

/** The wallet signed something else than it was shown: hardware wallets put a prefix before the text. */
export class OtherTextSigned extends Error {}

/** The account's signature over exactly this text. @throws OtherTextSigned, or whatever the wallet throws */
export async function signText(wallet: SigningWallet, account: WalletAccount, text: string): Promise<Uint8Array> {
  const message = new TextEncoder().encode(text)
  const [output] = await wallet.features['solana:signMessage'].signMessage({ account, message })
  if (!output) throw new Error('the wallet gave no signature')
  const same = output.signedMessage.length === message.length && output.signedMessage.every((byte, index) => byte === message[index])
  if (!same) throw new OtherTextSigned()
  return output.signature
}

/** An icon that the page may show: the standard wants a data URI of a picture, and nothing else is taken. */
export const walletIcon = (wallet: Wallet): string | null =>
  /^data:image\/(svg\+xml|webp|png|gif)[;,]/.test(wallet.icon) ? wallet.icon : null

/** Wallets whose own browser can open this page, for phones, where no wallet can reach another browser. */
export function walletApps(): { readonly name: string; readonly url: string }[] {
  const page = encodeURIComponent(location.href)
  const site = encodeURIComponent(location.origin)
  return [
    { name: 'Phantom', url: `https://phantom.app/ul/browse/${page}?ref=${site}` },
    { name: 'Solflare', url: `https://solflare.com/ul/v1/browse/${page}?ref=${site}` },
    { name: 'Backpack', url: `https://backpack.app/ul/v1/browse/${page}?ref=${site}` },
  ]
}
