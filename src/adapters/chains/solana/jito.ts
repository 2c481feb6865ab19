import type { Lamports } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Timers } from '../../../ports/clock.ts'
import { callEndpoint, EndpointFault, RpcRefusal } from '../rpc-endpoint.ts'
import type { RecordCall } from '../rpc-pool.ts'
import { text } from '../rpc-shape.ts'
import { Secret } from '../../../lib/secret.ts'

/** A block engine that lands several transactions together, in order, in one slot, or none of them. */
export interface Jito {
  readonly tipLamports: Lamports
  /**
   * Submits a bundle of at most 5 signed transactions, the last of which pays the tip; returns its id. Only the chain tells whether it
   * landed.
   */
  sendBundle(bytesBase64: readonly string[]): Promise<string>
}

/** The tip accounts; every bundle pays one of them. @see https://docs.jito.wtf getTipAccounts */
const TIP_ACCOUNTS = [
  '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5',
  'HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe',
  'Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY',
  'ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49',
  'DfXygSm4jCyNCybVYYK6DwvWqjKee8pbDmJGcLWNDXjh',
  'ADuUkR4vqLUMWXxW9gh6D6L8pMSawimctcNZ5pGwDcEt',
  'DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL',
  '3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT',
] as const

const BUNDLES_PATH = '/api/v1/bundles'
const TIMEOUT_MS = 5_000

/** The tip account for a launch, by the first byte of its mint, so that all are used about equally. */
export const tipAccountOf = (firstByte: number): string => TIP_ACCOUNTS[firstByte % TIP_ACCOUNTS.length]!

/** A client of one or more regions of the block engine, tried in order. */
export function createJito(options: {
  readonly urls: readonly Secret<string>[]
  readonly tipLamports: Lamports
  readonly timeoutMs?: number
  readonly timers: Timers
  readonly recordCall?: RecordCall
}): Jito {
  const { urls, tipLamports, timers, timeoutMs = TIMEOUT_MS, recordCall } = options
  return {
    tipLamports,
    async sendBundle(bytesBase64) {
      let last: unknown
      for (const [index, url] of urls.entries()) {
        const call = { node: index + 1, method: 'sendBundle' }
        try {
          const params = [bytesBase64, { encoding: 'base64' }]
          const id = text(await callEndpoint({ timers }, bundlesUrl(url), { method: call.method, params, timeoutMs }))
          recordCall?.({ ...call, outcome: 'ok' })
          return id
        } catch (error) {
          recordCall?.({ ...call, outcome: error instanceof RpcRefusal ? 'refused' : 'fault' })
          if (!(error instanceof EndpointFault || error instanceof RpcRefusal)) throw error
          last = error
        }
      }
      throw new AppError('upstream_unavailable', { upstream: 'the block engine' }, { cause: last })
    },
  }
}

function bundlesUrl(url: Secret<string>): Secret<string> {
  const address = new URL(url.reveal())
  return address.pathname === '/' ? new Secret(new URL(BUNDLES_PATH, address).href) : url
}
