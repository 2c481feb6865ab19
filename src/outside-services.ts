import { atomicUnits } from './domain/brands.ts'
import { BASE_CHAIN_ID } from './domain/chain.ts'
import { DEVNET_CHAIN_ID, type RailLoader } from './adapters/escrow/escrow-rails.ts'
import { LEDGER_CHAIN_ID, ledgerRail } from './adapters/escrow/ledger-rail.ts'
import type { OpenSigner } from './adapters/signers/open-signer.ts'
import { createSelfStore } from './adapters/metadata/self-store.ts'
import { createCachedPrices } from './adapters/prices/cached-prices.ts'
import { createFixedPrices, noPrices } from './adapters/prices/fixed-prices.ts'
import { readHermesQuote } from './adapters/prices/hermes-quote.ts'
import { JUPITER_URL, readJupiterQuote } from './adapters/prices/jupiter-quote.ts'
import { type Config, ConfigError } from './config/config.ts'
import type { Logger } from './lib/logger.ts'
import { paymentOptionsOf, type PaymentSettings } from './config/payment-settings.ts'
import type { Acp } from './ports/acp.ts'
import type { Clock, IdSource, MachineTime, Timers } from './ports/clock.ts'
import type { Mail } from './ports/outbound/mail.ts'
import type { MetadataStore } from './ports/metadata-store.ts'
import type { RecordNode } from './ports/node-watch.ts'
import type { PaymentMeans, Payments } from './ports/payments.ts'
import type { Prices } from './ports/prices.ts'
import type { Storage } from './ports/storage/storage.ts'
import type { Web } from './ports/outbound/web.ts'
import { createOtlpTracer } from './adapters/tracing/otlp-tracer.ts'
import { buildCommit } from './config/build-commit.ts'
import { noTracer, type Tracer } from './ports/tracer.ts'

/** The store for the metadata of new coins. */
export async function metadataStore(
  { metadata, server }: Pick<Config, 'metadata' | 'server'>,
  { pins }: Storage,
  timers: Timers,
): Promise<MetadataStore> {
  const { store, pinataJwt } = metadata
  if (store === 'self' || pinataJwt === null) return createSelfStore(server)
  const { createPinataStore } = await import('./adapters/metadata/pinata-store.ts')
  return createPinataStore({ timers, jwt: pinataJwt, pins })
}

/** Takes payments; loaded only when the operator takes any. @throws ConfigError when the address or the key cannot be used */
export async function paymentsOf(
  settings: PaymentSettings,
  { openSigner, ...means }: PaymentMeans & { readonly openSigner: OpenSigner },
): Promise<Payments> {
  const { createPayments } = await import('./adapters/payments/payments.ts')
  try {
    return createPayments({ ...(await paymentOptionsOf(settings, openSigner)), ...means })
  } catch (cause) {
    throw new ConfigError(['X402_PAY_TO or X402_FACILITATOR_KEY cannot be used: check the address’s capital letters, and the key'], {
      cause,
    })
  }
}

/** The marketplace where launches are sold; loaded only when the operator sells there. */
export async function acpOf({ acp, base }: Pick<Config, 'acp' | 'base'>, time: MachineTime): Promise<Acp | null> {
  const { walletKey: key, launcherKey: launcherSecret, offering, priceUsdMicros, apiUrl: url } = acp
  if (key === null || launcherSecret === null) return null
  const { createAcp } = await import('./adapters/acp/acp.ts')
  const nodes = { urls: base.rpcUrls, chainId: BASE_CHAIN_ID, time }
  return createAcp({
    timers: time.timers,
    nodes,
    url,
    key,
    terms: { offering, priceAtomic: atomicUnits(priceUsdMicros), launcherSecret },
    nowMs: () => time.clock.machineMs(),
  })
}

/** Writes to mailboxes; loaded only when the operator named a mail server. */
export async function mailOf({ mail, server }: Pick<Config, 'mail' | 'server'>, timers: Timers): Promise<Mail | null> {
  const { smtpUrl: url, from } = mail
  if (url === null || from === null) return null
  const { createSmtpMail } = await import('./adapters/outbound/smtp-mail.ts')
  return createSmtpMail({ url, timers, from, fromName: server.serviceTitle })
}

/** The source of dollar prices. It uses the machine's clock, which a simulated clock may be ahead of. */
export function pricesOf(prices: Config['prices'], { web, clock, log }: { web: Web; clock: Clock; log: Logger }): Prices {
  const { source, hermesUrl, pythApiKey, jupiterApiKey: apiKey } = prices
  const nowMs = () => clock.machineMs()
  if (source === 'fixed') return createFixedPrices({ usdMicros: prices.fixedSolUsdMicros, nowMs: () => clock.nowMs() })
  if (source === 'pyth') {
    return createCachedPrices({ source, read: readHermesQuote({ web, url: hermesUrl, apiKey: pythApiKey }), nowMs, log })
  }
  if (source === 'none' || apiKey === null) return noPrices
  return createCachedPrices({ source, read: readJupiterQuote({ web, url: JUPITER_URL, apiKey, nowMs }), nowMs, log })
}

/** All escrow rails; each proves its own chain. */
export function railsOf(
  { escrowKey, devnetRpcUrl }: Config['jobs'],
  { openSigner, ...means }: { readonly time: MachineTime; readonly recordNode: RecordNode; readonly openSigner: OpenSigner },
): Record<string, RailLoader> {
  const sim = async () => ledgerRail
  if (escrowKey === null || devnetRpcUrl === null) return { [LEDGER_CHAIN_ID]: sim }
  const devnet: RailLoader = async () => {
    const { createDevnetRail } = await import('./adapters/escrow/devnet-rail.ts')
    return createDevnetRail({ rpcUrl: devnetRpcUrl, payer: await openSigner(DEVNET_CHAIN_ID, escrowKey), ...means })
  }
  return { [LEDGER_CHAIN_ID]: sim, [DEVNET_CHAIN_ID]: devnet }
}

/** The tracer by the settings. Sends nothing yet. */
export function openTracer(
  { log, server }: Pick<Config, 'log' | 'server'>,
  means: { readonly time: MachineTime; readonly ids: IdSource },
): Tracer {
  if (log.tracesUrl === null) return noTracer
  return createOtlpTracer({ endpoint: log.tracesUrl, serviceName: server.serviceTitle, commit: buildCommit(), ...means })
}

/** Signers each of whose signatures is a span. */
export const tracedSigners =
  (tracer: Tracer, open: OpenSigner): OpenSigner =>
  async (chainId, setting) => {
    const signer = await open(chainId, setting)
    if (tracer === noTracer) return signer
    return {
      ...signer,
      sign: (message) => tracer.span({ name: 'sign', kind: 'client', attributes: { chain: chainId } }, () => signer.sign(message)),
    }
  }
