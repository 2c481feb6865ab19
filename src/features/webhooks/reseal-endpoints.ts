import { BY_COMMAND } from '../../domain/operator/operator-act.ts'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook.ts'
import { opens, type SecretBox } from '../../lib/secret-box.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'

/** What was sealed anew; or the endpoints of which neither key opens a text that is still needed: then nothing is changed. */
export type Resealing =
  | { readonly lost: readonly WebhookEndpoint[]; readonly resealed: null }
  | { readonly lost: null; readonly resealed: number }

/** A box of the new key alone, and one that opens what the key from before sealed too. */
export interface ResealBoxes {
  readonly own: SecretBox
  readonly both: SecretBox
}

/**
 * Seals with the new key what the one from before sealed, endpoint by endpoint, so that a second call goes on where the first ended. An
 * endpoint whose secret is rotated meanwhile is read again. An expired secret that neither key opens is forgotten.
 */
export async function resealEndpoints(deps: Pick<Deps, 'storage' | 'clock' | 'ids'>, boxes: ResealBoxes): Promise<Resealing> {
  const { storage } = deps
  const lost: WebhookEndpoint[] = []
  for await (const endpoint of endpoints(storage)) if (isLost(endpoint, boxes, deps.clock.nowMs())) lost.push(endpoint)
  if (lost.length > 0) return { lost, resealed: null }
  let resealed = 0
  for await (const found of endpoints(storage)) {
    let endpoint: WebhookEndpoint | null = found
    while (endpoint && !isResealed(endpoint, boxes)) {
      const done: boolean = await storage.webhooks.reseal(endpoint, sealedAnew(endpoint, boxes))
      if (done) resealed += 1
      endpoint = done ? null : await storage.webhooks.find(endpoint.id)
    }
  }
  await storage.transaction((tx) =>
    recordAct(deps, tx, BY_COMMAND, { kind: 'secretKey.resealed', subject: 'SECRET_KEY', detail: { endpoints: resealed } }),
  )
  return { lost: null, resealed }
}

/** What is sealed of an endpoint. */
const textsOf = ({ sealedSecret, previous, sealedUrl }: WebhookEndpoint): string[] =>
  [sealedSecret, previous?.sealedSecret, sealedUrl].flatMap((text) => text ?? [])

function isLost({ previous, ...endpoint }: WebhookEndpoint, { both }: ResealBoxes, nowMs: number): boolean {
  const needed = { ...endpoint, previous: previous && previous.untilMs > nowMs ? previous : null }
  return textsOf(needed).some((text) => !opens(both, text, endpoint.id))
}

const isResealed = (endpoint: WebhookEndpoint, { own }: ResealBoxes): boolean =>
  textsOf(endpoint).every((text) => opens(own, text, endpoint.id))

function sealedAnew({ id, sealedSecret, previous, sealedUrl }: WebhookEndpoint, { own, both }: ResealBoxes) {
  const anew = (sealed: string) => own.seal(both.open(sealed, id), id)
  return {
    sealedSecret: anew(sealedSecret),
    previousSealedSecret: previous && opens(both, previous.sealedSecret, id) ? anew(previous.sealedSecret) : null,
    sealedUrl: sealedUrl && anew(sealedUrl),
  }
}

/** Every endpoint, newest first. */
export async function* endpoints({ webhooks }: Pick<Deps['storage'], 'webhooks'>): AsyncGenerator<WebhookEndpoint> {
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof webhooks.list>> = await webhooks.list(null, { limit: 100, cursor })
    yield* page.rows
    cursor = page.nextCursor
  } while (cursor !== null)
}
