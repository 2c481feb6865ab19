import type { WalletAccount } from '@wallet-standard/base'
import type { TypedData } from '../../../src/lib/signatures/typed-data.ts'
import type { SigningWallet } from './wallets.ts'

/** What signs typed data with a wallet of an EVM chain: a feature of ours, in a wallet made to look as those of the Wallet Standard do. */
const TYPED = 'evm:signTypedData'

/** @see EIP-1193 */
interface Provider {
  request(asked: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

/** @see EIP-6963 */
interface Announced {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string }
  readonly provider: Provider
}

/** Watches the EVM wallets of this browser; `changed` is called with all of them as each says that it is there. */
export function watchEvmWallets(changed: (wallets: readonly SigningWallet[]) => void): void {
  const found = new Map<string, SigningWallet>()
  addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent<Announced>).detail
    if (found.has(info.uuid)) return
    found.set(info.uuid, walletOf(info.name, info.icon, provider))
    changed([...found.values()])
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  const { ethereum } = window as { readonly ethereum?: Provider }
  // Wallets older than EIP-6963 are there without a name.
  if (found.size === 0 && ethereum !== undefined) changed([walletOf('Ethereum wallet', '', ethereum)])
}

/** Whether the wallet signs typed data. */
export const signsTyped = (wallet: SigningWallet): boolean => TYPED in wallet.features

/** The account's signature over the typed data, in hex. @throws whatever the wallet throws */
export function signTyped(wallet: SigningWallet, account: WalletAccount, data: TypedData): Promise<string> {
  const { provider } = (wallet.features as unknown as Record<typeof TYPED, { readonly provider: Provider }>)[TYPED]
  return provider.request({ method: 'eth_signTypedData_v4', params: [account.address, JSON.stringify(data)] }) as Promise<string>
}

function walletOf(name: string, icon: string, provider: Provider): SigningWallet {
  const connect = async () => {
    const addresses = (await provider.request({ method: 'eth_requestAccounts' })) as readonly string[]
    return { accounts: addresses.map((address) => ({ address, publicKey: new Uint8Array(), chains: [], features: [TYPED] as never })) }
  }
  return {
    version: '1.0.0',
    name,
    icon: icon as SigningWallet['icon'],
    chains: [],
    accounts: [],
    features: { 'standard:connect': { version: '1.0.0', connect }, [TYPED]: { provider } },
  }
}
