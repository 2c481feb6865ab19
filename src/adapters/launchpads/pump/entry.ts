import type { Secret } from '../../../lib/secret.ts'
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts'
import { JUPITER_URL } from '../../prices/jupiter-quote.ts'
import { type SolanaSettings, solanaChain } from '../chain-settings.ts'
import type { LaunchpadSetup } from '../registry.ts'
import { PUMP_FACTS } from './facts.ts'
import type { PumpOptions } from './launchpad.ts'
import type { MachineTime } from '../../../ports/clock.ts'

/** The settings of launches on Solana. */
export type PumpSettings = SolanaSettings & Pick<PumpOptions, 'rpcUrls' | 'lookupTable' | 'jitoUrls' | 'jitoTipLamports'>

/** pump on Solana; with a Jupiter API key its buybacks use Jupiter too. */
export const pumpSetup = (solana: PumpSettings, jupiterApiKey: Secret<string> | null): LaunchpadSetup => ({
  facts: PUMP_FACTS,
  reason: solana.rpcUrls.length > 0 ? null : 'It needs SOLANA_RPC_URL, TREASURY_WALLET.',
  chain: solanaChain(PUMP_FACTS, solana),
  load: async ({ recordCall, recordNode, tracer, randomBytes, time }) => {
    const { createPumpLaunchpad } = await import('./launchpad.ts')
    const { rpcUrls, lookupTable, jitoUrls, jitoTipLamports } = solana
    const jupiter = jupiterApiKey && (await askJupiter(time, jupiterApiKey))
    const reported = { randomBytes, time, tracer, recordCall, recordNode }
    const options = { rpcUrls, lookupTable, jitoUrls, jitoTipLamports, ...reported }
    return createPumpLaunchpad({ ...options, ...(jupiter && { jupiter }) })
  },
})

async function askJupiter(time: MachineTime, apiKey: Secret<string>): Promise<NonNullable<PumpOptions['jupiter']>> {
  const { createJupiter } = await import('./jupiter.ts')
  return createJupiter({ web: createGuardedFetch(time), apiKey, url: JUPITER_URL })
}
