import { DEVNET_CHAIN_ID, type RailLoader } from './adapters/escrow/escrow-rails.ts'
import { LEDGER_CHAIN_ID, ledgerRail } from './adapters/escrow/ledger-rail.ts'
import { parseSolanaLauncher } from './adapters/chains/solana/solana-launcher.ts'
import { createSelfStore } from './adapters/metadata/self-store.ts'
import { createCachedPrices } from './adapters/prices/cached-prices.ts'
import { createFixedPrices, noPrices } from './adapters/prices/fixed-prices.ts'
import { readHermesQuote } from './adapters/prices/hermes-quote.ts'
import { JUPITER_URL, readJupiterQuote } from './adapters/prices/jupiter-quote.ts'
import { type Config, ConfigError } from './config/config.ts'
import type { Logger } from './lib/logger.ts'
import type { PaymentSettings } from './config/payment-settings.ts'
import type { Clock } from './ports/clock.ts'
import type { MetadataStore } from './ports/metadata-store.ts'
import type { RecordNode } from './ports/node-watch.ts'
import type { GasBudget, Payments } from './ports/payments.ts'
import type { Prices } from './ports/prices.ts'
import type { Storage } from './ports/storage/storage.ts'
import type { Web } from './ports/web.ts'

/** Where the metadata of new coins is kept. */
export async function metadataStore({ metadata, server }: Pick<Config, 'metadata' | 'server'>, { pins }: Storage): Promise<MetadataStore> {
  const { store, pinataJwt } = metadata
  if (store === 'self' || pinataJwt === null) return createSelfStore(server)
  const { createPinataStore } = await import('./adapters/metadata/pinata-store.ts')
  return createPinataStore({ jwt: pinataJwt, pins })
}

/** Takes payments. None of it is loaded while no payments are taken. */
export async function paymentsOf(
  settings: PaymentSettings,
  means: { readonly gasBudget: GasBudget; readonly recordNode: RecordNode },
): Promise<Payments> {
  const { createPayments } = await import('./adapters/payments/payments.ts')
  try {
    return createPayments({ ...settings, ...means })
  } catch (cause) {
    throw new ConfigError(['X402_PAY_TO or X402_FACILITATOR_KEY cannot be used: check the address’s capital letters, and the key'], {
      cause,
    })
  }
}

/** The price in dollars. Sources tell the machine's time, which a simulated clock may be ahead of. */
export function pricesOf(prices: Config['prices'], { web, clock, log }: { web: Web; clock: Clock; log: Logger }): Prices {
  const { source, hermesUrl, pythApiKey, jupiterApiKey: apiKey } = prices
  const nowMs = () => clock.machineMs()
  if (source === 'fixed') return createFixedPrices({ usdMicros: prices.fixedSolUsd, nowMs: () => clock.nowMs() })
  if (source === 'pyth') {
    return createCachedPrices({ source, read: readHermesQuote({ web, url: hermesUrl, apiKey: pythApiKey }), nowMs, log })
  }
  if (source === 'none' || apiKey === null) return noPrices
  return createCachedPrices({ source, read: readJupiterQuote({ web, url: JUPITER_URL, apiKey, nowMs }), nowMs, log })
}

/** Every rail there can be: which chain it is of is proved by the rail itself. */
export function railsOf({ escrowKey, devnetRpcUrl }: Config['jobs'], recordNode: RecordNode): Record<string, RailLoader> {
  const sim = async () => ledgerRail
  if (escrowKey === null || devnetRpcUrl === null) return { [LEDGER_CHAIN_ID]: sim }
  const devnet: RailLoader = async () => {
    const { createDevnetRail } = await import('./adapters/escrow/devnet-rail.ts')
    return createDevnetRail({ rpcUrl: devnetRpcUrl, payer: parseSolanaLauncher(escrowKey), recordNode })
  }
  return { [LEDGER_CHAIN_ID]: sim, [DEVNET_CHAIN_ID]: devnet }
}
