import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  AddressLookupTableProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { type ChainServer, type ChainServerOptions, startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'
import { JITO_TIP_ACCOUNTS } from './support/jito-methods.ts'
import { countSequentialRoundTrips } from './support/request-log.ts'
import { signV1 } from './support/sign-v1.ts'

describeChain('the test node keeps the rules of a real one', () => {
  let server: ChainServer
  let connection: Connection
  let payer: Keypair

  function start(options: ChainServerOptions = {}): void {
    server = startChainServer(options)
    connection = new Connection(server.url, 'confirmed')
    payer = Keypair.generate()
    server.chain.airdrop(payer.publicKey.toBase58(), 10_000_000_000n)
  }
  beforeEach(() => start())
  afterEach(() => server.stop())

  async function transfer(lamports: number, to = Keypair.generate().publicKey): Promise<VersionedTransaction> {
    const { blockhash: recentBlockhash } = await connection.getLatestBlockhash()
    const instructions = [SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports })]
    return sign(recentBlockhash, instructions)
  }

  function sign(recentBlockhash: string, instructions: TransactionMessage['instructions']): VersionedTransaction {
    const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash, instructions })
    const transaction = new VersionedTransaction(message.compileToV0Message())
    transaction.sign([payer])
    return transaction
  }

  const send = (transaction: VersionedTransaction) => connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true })
  const statusOf = async (signature: string) => (await connection.getSignatureStatuses([signature])).value[0]

  async function v1Transfer(padBytes = 0): Promise<string> {
    const { publicKey: toPubkey } = Keypair.generate()
    const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey, lamports: 5_000_000 })
    // The system program reads the first twelve bytes and ignores the rest.
    transfer.data = Buffer.concat([transfer.data, Buffer.alloc(padBytes)])
    const limits = { computeUnitLimit: 10_000, priorityFeeLamports: 777n, loadedAccountsDataSizeLimit: 65_536 }
    return Buffer.from(await signV1(connection, [transfer], [payer], limits)).toString('base64')
  }

  async function rpc(url: string, method: string, params: unknown[]) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    return (await answer.json()) as { result?: unknown; error?: { code: number; message: string } }
  }

  const sendBundle = (transactions: VersionedTransaction[]) => {
    const encoded = transactions.map((transaction) => Buffer.from(transaction.serialize()).toString('base64'))
    return rpc(`${server.jitoUrl}/api/v1/bundles`, 'sendBundle', [encoded, { encoding: 'base64' }])
  }
  const bundleStatus = async (id: unknown) => {
    const { result } = await rpc(`${server.jitoUrl}/api/v1/bundles`, 'getInflightBundleStatuses', [[id]])
    return (result as { value: { status: string; landed_slot: number | null }[] }).value[0]!
  }

  test('a blockhash lives 150 blocks: what is held longer never lands', async () => {
    const [late, tooLate] = [await transfer(1_000_000), await transfer(2_000_000)]
    server.chain.hold()
    const lateSignature = await send(late)
    server.chain.advanceSlots(150)
    server.chain.release()
    expect(await statusOf(lateSignature)).toMatchObject({ err: null, slot: 450_000_150 })

    server.chain.hold()
    const tooLateSignature = await send(tooLate)
    server.chain.advanceSlots(1)
    server.chain.release()
    expect(await statusOf(tooLateSignature)).toBeNull()
    expect(server.chain.pendingSignatures()).toEqual([])
  })

  test('a dropped send is lost without a word, and the same bytes land when sent again', async () => {
    const transaction = await transfer(1_000_000)
    server.chain.dropNext()
    const signature = await send(transaction)
    server.chain.advanceSlots(5)
    expect(await statusOf(signature)).toBeNull()
    await send(transaction)
    expect(await statusOf(signature)).toMatchObject({ err: null })
  })

  test('a transaction lands once: preflight refuses a second send, and without preflight nothing happens', async () => {
    const to = Keypair.generate().publicKey
    const transaction = await transfer(1_000_000, to)
    await send(transaction)
    await expect(connection.sendRawTransaction(transaction.serialize())).rejects.toThrow('already been processed')
    await send(transaction)
    expect(await connection.getBalance(to)).toBe(1_000_000)
  })

  test('a landing delay is counted in slots', async () => {
    await server.stop()
    start({ landingDelaySlots: 3 })
    const signature = await send(await transfer(1_000_000))
    server.chain.advanceSlots(2)
    expect(await statusOf(signature)).toBeNull()
    server.chain.advanceSlots(1)
    expect(await statusOf(signature)).toMatchObject({ slot: 450_000_003, confirmationStatus: 'confirmed' })
  })

  test('a failed transaction lands with its error and its fee', async () => {
    const signature = await send(await transfer(11_000_000_000))
    const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(landed?.meta).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] }, fee: 5_000 })
    expect(await connection.getBalance(payer.publicKey)).toBe(9_999_995_000)
  })

  test('legacy and v0 may have 1,232 bytes, v1 4,096', async () => {
    const padded = async (bytes: number) => {
      const { blockhash: recent } = await connection.getLatestBlockhash()
      const plain = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports: 0 })
      plain.data = Buffer.concat([plain.data, Buffer.alloc(bytes)])
      return sign(recent, [plain])
    }
    const shell = (await padded(256)).serialize().length - 256
    await send(await padded(1232 - shell))
    await expect(send(await padded(1233 - shell))).rejects.toThrow('too large: 1233 bytes')

    const v1Shell = Buffer.from(await v1Transfer(), 'base64').length
    const options = { encoding: 'base64', skipPreflight: true }
    expect((await rpc(server.url, 'sendTransaction', [await v1Transfer(4096 - v1Shell), options])).error).toBeUndefined()
    const over = await rpc(server.url, 'sendTransaction', [await v1Transfer(4097 - v1Shell), options])
    expect(over.error?.message).toContain('too large: 4097 bytes')
  })

  test('v1 transactions run, and are read back only by who says it can', async () => {
    const { result: signature } = await rpc(server.url, 'sendTransaction', [await v1Transfer(), { encoding: 'base64' }])
    const landed = await connection.getTransaction(signature as string, { maxSupportedTransactionVersion: 1 as 0 })
    expect(landed).toMatchObject({ version: 1, meta: { err: null, fee: 5_777 } })
    await expect(connection.getTransaction(signature as string, { maxSupportedTransactionVersion: 0 })).rejects.toThrow('not supported')
  })

  test('while the v1 gate is closed, a v1 transaction is refused', async () => {
    await server.stop()
    start({ v1Active: false })
    const gate = await connection.getAccountInfo(new PublicKey('txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL'))
    expect(gate?.data[0]).toBe(0)
    const { error } = await rpc(server.url, 'sendTransaction', [await v1Transfer(), { encoding: 'base64' }])
    expect(error?.message).toContain('UnsupportedVersion')
  })

  test('an unsigned or altered transaction is refused', async () => {
    const transaction = await transfer(1_000_000)
    transaction.signatures[0]![3]! ^= 1
    await expect(send(transaction)).rejects.toThrow('signature verification failure')
  })

  test('a bundle lands whole in one slot, or leaves no trace', async () => {
    const tip = () => transfer(1_000, new PublicKey(JITO_TIP_ACCOUNTS[0]!))
    const fundTip = await transfer(1_000_000, new PublicKey(JITO_TIP_ACCOUNTS[0]!))
    await send(fundTip)
    const pair = [await transfer(1_000_000), await tip()]
    const { result: id } = await sendBundle(pair)
    const status = await bundleStatus(id)
    expect(status.status).toBe('Landed')
    const slots = [...server.chain.ledger.values()].slice(-2).map(({ slot }) => Number(slot))
    expect(slots).toEqual([status.landed_slot!, status.landed_slot!])

    const to = Keypair.generate().publicKey
    const before = await connection.getBalance(payer.publicKey)
    const { result: failedId } = await sendBundle([await transfer(1_000_000, to), await transfer(99_000_000_000), await tip()])
    expect((await bundleStatus(failedId)).status).toBe('Failed')
    expect(await connection.getAccountInfo(to)).toBeNull()
    expect(await connection.getBalance(payer.publicKey)).toBe(before)

    const { error } = await sendBundle([await transfer(1_000_000)])
    expect(error?.message).toContain('tip account')
  })

  test('a leaked bundle lands in part and never reports', async () => {
    const tip = await transfer(1_000_000, new PublicKey(JITO_TIP_ACCOUNTS[1]!))
    const to = Keypair.generate().publicKey
    server.chain.leakNextBundle(1)
    const { result: id } = await sendBundle([await transfer(1_000_000, to), tip])
    expect(await connection.getBalance(to)).toBe(1_000_000)
    expect((await bundleStatus(id)).status).toBe('Pending')
  })

  test('a lookup table can be made by transaction', async () => {
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: payer.publicKey,
      payer: payer.publicKey,
      recentSlot: (await connection.getSlot()) - 1,
    })
    const addresses = [Keypair.generate().publicKey, Keypair.generate().publicKey]
    const owners = { payer: payer.publicKey, authority: payer.publicKey, lookupTable: table }
    const { blockhash: recent } = await connection.getLatestBlockhash()
    const signature = await send(sign(recent, [create, AddressLookupTableProgram.extendLookupTable({ ...owners, addresses })]))
    expect(await statusOf(signature)).toMatchObject({ err: null })
    const { value } = await connection.getAddressLookupTable(table)
    expect(value?.state.addresses.map(String)).toEqual(addresses.map(String))
  })

  test('signatures of an address come newest first and page by before, until and limit', async () => {
    const to = Keypair.generate().publicKey
    const sent: string[] = []
    for (const lamports of [1_000_000, 1_000_001, 1_000_002, 1_000_003]) sent.unshift(await send(await transfer(lamports, to)))
    const page = async (options: { before?: string; until?: string; limit?: number }) =>
      (await connection.getSignaturesForAddress(to, options)).map(({ signature }) => signature)
    expect(await page({})).toEqual(sent)
    expect(await page({ before: sent[0]!, limit: 2 })).toEqual(sent.slice(1, 3))
    expect(await page({ until: sent[2]! })).toEqual(sent.slice(0, 2))
  })

  test('requests sent together count as one round trip', async () => {
    await server.stop()
    start({ latencyMs: 5 })
    await Promise.all([connection.getSlot(), connection.getLatestBlockhash(), connection.getBalance(payer.publicKey)])
    await connection.getSlot()
    expect(server.requests.map(({ method }) => method)).toEqual(['getSlot', 'getLatestBlockhash', 'getBalance', 'getSlot'])
    expect(countSequentialRoundTrips(server.requests)).toBe(2)
  })
})
