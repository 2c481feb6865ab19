import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  lamports,
  partiallySignTransactionMessageWithSigners,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { AccountLayout, AccountState, MintLayout } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { SOLANA_PAYMENT_NETWORK } from '../../../src/domain/payments/payment.ts'
import { associatedTokenAccount } from '../../../src/lib/solana/associated-token-account.ts'
import { startChainServer } from '../../chain/support/chain-server.ts'
import { decodeTokenAccount, TOKEN_PROGRAMS } from '../../chain/support/token-account.ts'
import { base64Of, PAY_TO } from '../../support/payment-bank.ts'
import { newPerson } from '../../support/test-app.ts'
import { startFacilitator } from './facilitator-server.ts'
import { type PaidService, startPaidService } from './paid-service.ts'

export const USDC = SOLANA_PAYMENT_NETWORK.asset
const [TOKEN, TOKEN_2022] = TOKEN_PROGRAMS as [string, string]
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const NOBODY_URL = 'http://127.0.0.1:9'

/** A key pair with its signer. */
export async function newWallet() {
  const { wallet, secret, pair } = newPerson()
  return { wallet, secret, signer: await createKeyPairSignerFromBytes(pair.secretKey.reveal()) }
}

/** A wallet on Solana. */
export type SolanaWallet = Awaited<ReturnType<typeof newWallet>>

/** What a transaction that pays is made of; everything but payer and amount has a good default. */
export interface Draft {
  readonly payer: SolanaWallet
  readonly amount: bigint
  readonly mint?: string
  readonly tokenProgram?: string
  /** Token accounts. */
  readonly source?: string
  readonly destination?: string
  readonly feePayer?: string
  readonly authority?: SolanaWallet
  readonly blockhash?: string
  /** The compute limit. */
  readonly units?: number
  /** Before all others. */
  readonly first?: readonly Instruction[]
  /** After the transfer. */
  readonly last?: readonly Instruction[]
}

/**
 * A chain with the real token programs and USDC on it, the protocol's own facilitator that settles there, and services that are paid
 * through it.
 */
export async function startSolanaScene() {
  const node = startChainServer({ unixTimestampSec: Math.floor(Date.now() / 1_000) })
  const { chain } = node
  const [feePayer, payee] = [await newWallet(), await newWallet()]
  chain.airdrop(feePayer.wallet, 1_000_000_000n)
  const setAccount = (key: string, data: Uint8Array, owner = TOKEN) =>
    chain.svm.setAccount({
      address: address(key),
      data,
      executable: false,
      lamports: lamports(10_000_000n),
      programAddress: address(owner),
      space: BigInt(data.length),
    })
  /** Opens a token account with so much in it. */
  const hold = (owner: string, amount: bigint, mint: string = USDC): string => {
    const data = Buffer.alloc(AccountLayout.span)
    const nobody = PublicKey.default
    AccountLayout.encode(
      {
        mint: new PublicKey(mint),
        owner: new PublicKey(owner),
        amount,
        delegateOption: 0,
        delegate: nobody,
        state: AccountState.Initialized,
        isNativeOption: 0,
        isNative: 0n,
        delegatedAmount: 0n,
        closeAuthorityOption: 0,
        closeAuthority: nobody,
      },
      data,
    )
    const account = associatedTokenAccount(owner, mint)
    setAccount(account, data)
    return account
  }
  const addMint = (mint: string) => {
    const data = Buffer.alloc(MintLayout.span)
    const authority = new PublicKey(payee.wallet)
    MintLayout.encode(
      {
        mintAuthorityOption: 1,
        mintAuthority: authority,
        supply: 10n ** 15n,
        decimals: 6,
        isInitialized: true,
        freezeAuthorityOption: 0,
        freezeAuthority: authority,
      },
      data,
    )
    setAccount(mint, data)
  }
  addMint(USDC)
  const payeeAccount = hold(payee.wallet, 0n)
  const facilitator = startFacilitator(NOBODY_URL, { rpcUrl: node.url, signer: feePayer.signer })
  const held = (owner: string, mint: string = USDC): bigint => {
    const account = chain.svm.getAccount(address(associatedTokenAccount(owner, mint)))
    if (!account.exists) throw new Error(`${owner} holds none of ${mint}`)
    return decodeTokenAccount(account.programAddress, Uint8Array.from(account.data))!.amount
  }

  /** A transaction that pays, signed by the payer alone, in base64. */
  async function draft(wanted: Draft): Promise<string> {
    const {
      payer,
      amount,
      mint = USDC,
      tokenProgram = TOKEN,
      authority = payer,
      first = [],
      last = [memo(crypto.randomUUID())],
      units = 20_000,
    } = wanted
    const transfer = {
      programAddress: address(tokenProgram),
      accounts: [
        { address: address(wanted.source ?? associatedTokenAccount(payer.wallet, mint)), role: AccountRole.WRITABLE },
        { address: address(mint), role: AccountRole.READONLY },
        { address: address(wanted.destination ?? associatedTokenAccount(payee.wallet, mint)), role: AccountRole.WRITABLE },
        { address: authority.signer.address, role: AccountRole.READONLY_SIGNER, signer: authority.signer },
      ],
      data: Uint8Array.of(12, ...u64(amount), 6),
    }
    const instructions = [...first, setLimit(units), setPrice(1n), transfer, ...last]
    const { blockhash, lastValidBlockHeight } = chain.latestBlockhash()
    const message = setTransactionMessageLifetimeUsingBlockhash(
      { blockhash: (wanted.blockhash ?? blockhash) as never, lastValidBlockHeight },
      appendTransactionMessageInstructions(
        instructions,
        setTransactionMessageFeePayer(address(wanted.feePayer ?? feePayer.wallet), createTransactionMessage({ version: 0 })),
      ),
    )
    return getBase64EncodedWireTransaction(await partiallySignTransactionMessageWithSigners(message))
  }

  /** The header of a payment with this transaction, as a stock client writes it. */
  const headerOf = (transaction: string, amount: bigint, changes: Record<string, unknown> = {}): Record<string, string> => {
    const accepted = {
      scheme: 'exact',
      network: SOLANA_PAYMENT_NETWORK.caip2,
      amount: String(amount),
      asset: USDC,
      payTo: payee.wallet,
      maxTimeoutSeconds: 300,
      extra: { feePayer: feePayer.wallet },
      ...changes,
    }
    return { 'payment-signature': base64Of({ x402Version: 2, accepted, payload: { transaction } }) }
  }

  return {
    node,
    chain,
    facilitator,
    feePayer,
    payee,
    payeeAccount,
    held,
    hold,
    addMint,
    draft,
    headerOf,
    /** A wallet with so many millionths of a dollar, and no SOL. */
    async newPayer(balance = 10_000_000n): Promise<SolanaWallet> {
      const payer = await newWallet()
      hold(payer.wallet, balance)
      return payer
    },
    /** A fetch that pays by the protocol's own client. */
    stockFetch: ({ signer }: SolanaWallet): typeof fetch =>
      wrapFetchWithPayment(fetch, new x402Client().register('solana:*', new ExactSvmScheme(signer, { rpcUrl: node.url }))) as typeof fetch,
    env: {
      X402_PAY_TO: PAY_TO,
      X402_SOLANA_PAY_TO: payee.wallet as string,
      X402_SOLANA_RPC_URL: node.url,
      X402_FACILITATOR_URL: facilitator.url,
    },
    /** Works with a service that is paid here, and stops it; the facilitator has no fault afterwards. */
    async serving(work: (service: PaidService) => Promise<void>, env: Record<string, string> = {}): Promise<void> {
      const service = await startPaidService({ ...this.env, ...env })
      try {
        await work(service)
      } finally {
        facilitator.fault = facilitator.verifyFault = 'none'
        await service.stop()
      }
    },
    async stop() {
      facilitator.stop()
      await node.stop()
    },
  }
}

/** A scene that runs. */
export type SolanaScene = Awaited<ReturnType<typeof startSolanaScene>>

/** A memo of this text. */
export const memo = (text: string): Instruction => ({ programAddress: MEMO, accounts: [], data: new TextEncoder().encode(text) })

const u64 = (value: bigint): Uint8Array => new Uint8Array(new BigUint64Array([value]).buffer)
const budgetCall = (...data: number[]): Instruction => ({
  programAddress: address('ComputeBudget111111111111111111111111111111'),
  accounts: [],
  data: Uint8Array.from(data),
})
const setLimit = (units: number) => budgetCall(2, ...u64(BigInt(units)).slice(0, 4))
const setPrice = (microLamports: bigint) => budgetCall(3, ...u64(microLamports))

/** The newer token program, whose mints can have a program called with every transfer. */
export const HOOKED_PROGRAM: Address = address(TOKEN_2022)
