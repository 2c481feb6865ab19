import { MessageV1 } from '@solana/web3.js'
import bs58 from 'bs58'
import type { LandedTransaction } from './execute-transaction.ts'
import { RpcError } from './rpc-error.ts'
import { toInnerInstructions, toReturnData } from './simulate-transaction.ts'

function toMessageJson({ wire, keys }: LandedTransaction, parsed: boolean) {
  const { message, version } = wire
  const accountKeys = parsed
    ? keys.all.map((pubkey, index) => ({
        pubkey,
        signer: index < message.header.numRequiredSignatures,
        writable: keys.writable[index],
        source: index < keys.staticCount ? 'transaction' : 'lookupTable',
      }))
    : keys.all.slice(0, keys.staticCount)
  const lookups = (message.addressTableLookups ?? []).map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
    accountKey: accountKey.toBase58(),
    writableIndexes: [...writableIndexes],
    readonlyIndexes: [...readonlyIndexes],
  }))
  const instructions = message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    ...(parsed
      ? { programId: keys.all[programIdIndex], accounts: [...accountKeyIndexes].map((index) => keys.all[index]) }
      : { programIdIndex, accounts: [...accountKeyIndexes] }),
    data: bs58.encode(Uint8Array.from(data)),
    stackHeight: null,
  }))
  return {
    header: message.header,
    accountKeys,
    recentBlockhash: message.recentBlockhash,
    instructions,
    ...(version === 0 ? { addressTableLookups: lookups } : {}),
    ...(message instanceof MessageV1 ? { transactionConfig: message.transactionConfig } : {}),
  }
}

function toTransactionField(landed: LandedTransaction, encoding: unknown) {
  const { wire } = landed
  if (encoding === 'base64') return [Buffer.from(wire.bytes).toString('base64'), 'base64']
  if (encoding === 'base58') return [bs58.encode(wire.bytes), 'base58']
  const signatures = Object.values(wire.transaction.signatures).map((signature) => bs58.encode(Uint8Array.from(signature!)))
  return { signatures, message: toMessageJson(landed, encoding === 'jsonParsed') }
}

/** `getTransaction`'s result. @throws RpcError -32015 for a version the caller did not say it reads */
export function toTransactionJson(landed: LandedTransaction, options: Record<string, unknown>) {
  const { wire, err } = landed
  const versionMax = options.maxSupportedTransactionVersion as number | undefined
  if (wire.version !== 'legacy' && (versionMax === undefined || wire.version > versionMax)) {
    const advice = `"maxSupportedTransactionVersion": ${wire.version}`
    throw new RpcError(
      -32015,
      `Transaction version (${wire.version}) is not supported by the requesting client. ` +
        `Please try the request again with the following configuration parameter: ${advice}`,
    )
  }
  const returnData = toReturnData(landed.meta)
  return {
    slot: Number(landed.slot),
    blockTime: landed.blockTimeSec,
    transaction: toTransactionField(landed, options.encoding),
    meta: {
      err,
      status: err === null ? { Ok: null } : { Err: err },
      fee: Number(landed.feeLamports),
      preBalances: landed.preBalances.map(Number),
      postBalances: landed.postBalances.map(Number),
      preTokenBalances: landed.preTokenBalances,
      postTokenBalances: landed.postTokenBalances,
      logMessages: landed.logs,
      innerInstructions: toInnerInstructions(landed.meta),
      loadedAddresses: landed.keys.loaded,
      computeUnitsConsumed: Number(landed.computeUnits),
      rewards: [],
      ...(returnData ? { returnData } : {}),
    },
    ...(versionMax === undefined ? {} : { version: wire.version }),
  }
}
