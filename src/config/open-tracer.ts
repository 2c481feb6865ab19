import type { OpenSigner } from '../adapters/signers/open-signer.ts'
import { createOtlpTracer } from '../adapters/tracing/otlp-tracer.ts'
import { buildCommit } from './build-commit.ts'
import type { Config } from './config.ts'
import type { IdSource, MachineTime } from '../ports/clock.ts'
import { noTracer, type Tracer } from '../ports/tracer.ts'

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
