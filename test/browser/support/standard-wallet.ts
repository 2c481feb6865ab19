import type { BrowserContext } from 'playwright-core'
import { signDetached } from '../../../src/lib/ed25519.ts'
import type { Person } from '../../support/test-app.ts'

/** How a wallet of the tests behaves. */
export interface WalletManners {
  readonly name?: string
  readonly people: readonly Person[]
  /** What its owner does when asked to connect: once `refuse`, afterwards `accept`. */
  readonly connect?: 'accept' | 'refuse-once' | 'never-answer'
  readonly sign?: 'accept' | 'refuse-once' | 'never-answer' | 'other-text'
  /** `message`: signs the text as it is. `ledger`: solana:signMessage, in an envelope. `offchain`: has solana:signOffchainMessage too. */
  readonly way?: 'message' | 'ledger' | 'offchain'
  /** False for a wallet without solana:signMessage. */
  readonly canSign?: boolean
}

/** What the owner of the wallet was shown to sign, in order. */
export interface WalletRecord {
  readonly texts: string[]
}

/**
 * Puts a wallet into every page of the context, as extensions do: registered by the Wallet Standard's events, with keys that the
 * page never sees, and ed25519 signatures that are real.
 */
export async function installWallet(context: BrowserContext, manners: WalletManners): Promise<WalletRecord> {
  const { name = 'Test Wallet', people, connect = 'accept', sign = 'accept', way = 'message', canSign = true } = manners
  const texts: string[] = []
  const port = `signFor_${name.replaceAll(/\W/g, '')}`
  await context.exposeFunction(port, (address: string, message: number[]) => {
    const person = people.find(({ wallet }) => wallet === address)
    if (!person) throw new Error('no such account')
    texts.push(new TextDecoder().decode(new Uint8Array(message)))
    return [...signDetached(new Uint8Array(message), person.pair)]
  })
  const accounts = people.map(({ wallet, pair }) => ({ address: wallet as string, publicKey: [...pair.publicKey] }))
  await context.addInitScript(registerWallet, { name, accounts, connect, sign, way, canSign, port })
  return { texts }
}

interface Script {
  readonly name: string
  readonly accounts: readonly { address: string; publicKey: number[] }[]
  readonly connect: string
  readonly sign: string
  readonly way: string
  readonly canSign: boolean
  readonly port: string
}

/** Runs in the page, before any script of it: it can use nothing of this module. */
function registerWallet({ name, accounts: given, connect, sign, way, canSign, port }: Script): void {
  const icon = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#6b4fd8"/><circle cx="16" cy="16" r="7" fill="#fff"/></svg>')}`
  const accounts = given.map(({ address, publicKey }) => ({
    address,
    publicKey: new Uint8Array(publicKey),
    chains: ['solana:mainnet'],
    features: canSign ? ['solana:signMessage', ...(way === 'offchain' ? ['solana:signOffchainMessage'] : [])] : [],
  }))
  const refused = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })
  const asked = { connect: 0, sign: 0 }
  const envelope = [0xff, ...new TextEncoder().encode('solana offchain')]
  const behave = async (kind: 'connect' | 'sign', manner: string) => {
    asked[kind] += 1
    if (manner === 'never-answer') await new Promise(() => {})
    if (manner === 'refuse-once' && asked[kind] === 1) throw refused()
  }
  const signMessage = async ({ account, message }: { account: { address: string }; message: Uint8Array }) => {
    await behave('sign', sign)
    // Its format says whether it is printable ASCII, which a line break is not.
    const format = message.every((byte) => byte >= 0x20 && byte < 0x7f) ? 0 : 1
    const legacy = [...envelope, 0, format, message.length & 0xff, message.length >> 8]
    const prefix = sign === 'other-text' ? new TextEncoder().encode('offchain:') : way === 'ledger' ? legacy : []
    const signedMessage = new Uint8Array([...prefix, ...message])
    const bytes = (await (window as any)[port](account.address, [...signedMessage])) as number[]
    return [{ signedMessage, signature: new Uint8Array(bytes) }]
  }
  const signOffchainMessage = async (input: { account: { address: string }; message: string; requiredSigners: Uint8Array[] }) => {
    await behave('sign', sign)
    const signers = input.requiredSigners.flatMap((signer) => [...signer])
    const text = new TextEncoder().encode(input.message)
    const signedOffchainMessage = new Uint8Array([...envelope, 1, input.requiredSigners.length, ...signers, ...text])
    const bytes = (await (window as any)[port](input.account.address, [...signedOffchainMessage])) as number[]
    return [{ signedOffchainMessage, signature: new Uint8Array(bytes) }]
  }
  const wallet = {
    version: '1.0.0',
    name,
    icon,
    chains: ['solana:mainnet'],
    accounts: [] as unknown[],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => {
          await behave('connect', connect)
          wallet.accounts = accounts
          return { accounts }
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (_event: string, listener: (change: unknown) => void) => {
          const dropAll = () => listener({ accounts: [] })
          addEventListener('test-wallet-disconnects', dropAll)
          return () => removeEventListener('test-wallet-disconnects', dropAll)
        },
      },
      ...(canSign ? { 'solana:signMessage': { version: '1.1.0', signMessage } } : {}),
      ...(canSign && way === 'offchain'
        ? { 'solana:signOffchainMessage': { version: '1.0.0', supportedMessageVersions: [1], signOffchainMessage } }
        : {}),
    },
  }
  const register = ({ register: give }: { register: (wallet: unknown) => void }) => give(wallet)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
}
