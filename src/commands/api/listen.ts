import { Secret } from '../../lib/secret.ts'
import { abortAfter } from '../../adapters/abort-after.ts'
import { createSystemTimers } from '../../adapters/system-timers.ts'
import { parseArgs } from 'node:util'
import {
  dataOf,
  type Delivery,
  type Problem,
  verifyWebhook,
  type Webhook,
  type WebhookMessage,
  type EventType,
} from '../../../clients/typescript/src/agent-launch-client.ts'
import { createSystemClock } from '../../adapters/system-clock.ts'
import { print } from '../print.ts'
import { callService, EXIT, SERVICE_OPTIONS, type ServiceCall } from './call-service.ts'
import { CommandMisused } from './command-misused.ts'
import { printable } from './text-table.ts'
import type { Environment } from '../../config/environment.ts'

const FORWARD_MS = 10_000
const POLL_MS = 2_000
const BODY_BYTES_MAX = 1_000_000
const LABEL = 'webhooks listen'

/**
 * `webhooks listen [--forward URL]`: shows the events of the key as they happen, verified, and hands them on as they came. The
 * webhook that it registers for it ends with it. Where the service sends nothing to this machine, it shows what is delivered to
 * the key's other webhooks.
 * @throws CommandMisused for other arguments
 */
export async function listen(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...SERVICE_OPTIONS, forward: { type: 'string' }, events: { type: 'string' } },
  })
  return callService(env, values, async (call) => {
    const { forward } = values
    if (positionals.length > 0) throw new CommandMisused('Say webhooks listen [--forward URL] [--events launch.created,…].')
    if (forward !== undefined && !/^https?:$/.test(URL.parse(forward)?.protocol ?? '')) {
      throw new CommandMisused('--forward is an http address, such as http://127.0.0.1:8080/hook.')
    }
    const events = (values.events?.split(',') ?? ['*']) as (EventType | '*')[]
    const ended = new AbortController()
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => ended.abort())
    return listenHere(call, { forward, events, ended: ended.signal })
  })
}

interface Listening {
  readonly forward: string | undefined
  readonly events: (EventType | '*')[]
  readonly ended: AbortSignal
}

async function listenHere(call: ServiceCall, { forward, events, ended }: Listening): Promise<number> {
  // A message may come before the answer that has its secret.
  const secret = Promise.withResolvers<Secret<string>>()
  const receiver = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    maxRequestBodySize: BODY_BYTES_MAX,
    fetch: async (request) => receive(call, request, await secret.promise, forward),
  })
  try {
    const url = `http://127.0.0.1:${receiver.port}/`
    await removeLeft(call)
    const made = await call.client.POST('/api/webhooks', { body: { url, events, label: LABEL } })
    if (made.error && refusesLoopback(made.error)) return await watchDeliveries(call, forward, ended)
    const { webhook, secret: text } = dataOf(made)
    secret.resolve(new Secret(text))
    call.say(`Listening for ${webhook.events.join(', ')}${forward === undefined ? '' : `, handed on to ${forward}`}. Ctrl-C ends it.`)
    try {
      await untilAborted(ended)
    } finally {
      dataOf(await call.client.DELETE('/api/webhooks/{id}', { params: { path: { id: webhook.id } } }))
    }
    return 0
  } finally {
    await receiver.stop(true)
  }
}

/** Removes the webhooks of earlier runs that were killed: nothing answers at them any more. */
async function removeLeft({ client }: ServiceCall): Promise<void> {
  const { webhooks } = dataOf(await client.GET('/api/webhooks', { params: { query: { limit: 100 } } }))
  for (const { id, label, active, failingSince } of webhooks) {
    if (label === LABEL && (!active || failingSince !== null)) await client.DELETE('/api/webhooks/{id}', { params: { path: { id } } })
  }
}

const refusesLoopback = ({ code, errors = [] }: Problem): boolean =>
  code === 'validation_invalid' && errors.some(({ path }) => path === '/url')

/** Answers the service as the developer's own receiver would: what that one did not take is sent again. */
async function receive(
  { json, say }: ServiceCall,
  request: Request,
  secret: Secret<string>,
  forward: string | undefined,
): Promise<Response> {
  const body = await request.text()
  let message: WebhookMessage
  try {
    message = verifyWebhook(secret.reveal(), request.headers, body)
  } catch {
    say('A message came that the service did not sign; it is left alone.')
    return new Response(null, { status: 401 })
  }
  const id = request.headers.get('webhook-id')!
  const status = forward === undefined ? 204 : await handOn(forward, request.headers, body)
  const line = `${message.timestamp}  ${message.type.padEnd(16)} ${subjectOf(message).padEnd(44)} ${forward === undefined ? '' : (status ?? 'no answer')}`
  print(json ? JSON.stringify({ id, ...message, ...(forward === undefined ? {} : { forwarded: status }) }) : printable(line.trimEnd()))
  return new Response(null, { status: status ?? 502 })
}

/** What the event is about: a coin, or else a plan. */
const subjectOf = ({ data }: WebhookMessage): string =>
  ('mint' in data ? data.mint : null) ?? ('dryRunId' in data ? (data.dryRunId as string | null) : null) ?? ''

/** Sends the very message on; null when nothing answered. */
async function handOn(url: string, headers: Headers, body: string): Promise<number | null> {
  const kept = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, headers.get(name) ?? ''])
  try {
    const options = {
      method: 'POST',
      headers: Object.fromEntries(kept),
      body,
      redirect: 'manual',
      signal: abortAfter(createSystemTimers(), FORWARD_MS),
    } as const
    return (await fetch(url, options)).status
  } catch {
    return null
  }
}

/** What is delivered to the webhooks that the key has: their bodies are in no log, so that nothing can be handed on. */
async function watchDeliveries({ client, json, say }: ServiceCall, forward: string | undefined, ended: AbortSignal): Promise<number> {
  const { webhooks } = dataOf(await client.GET('/api/webhooks', { params: { query: { limit: 100 } } }))
  if (webhooks.length === 0 || forward !== undefined) {
    process.stderr.write(
      'This service sends events to public https addresses alone: register one that leads here, such as a tunnel’s, by POST /api/webhooks; `webhooks listen` without --forward then shows what is delivered to it.\n',
    )
    return EXIT.refused
  }
  const clock = createSystemClock()
  const end = untilAborted(ended)
  let seen = new Map<string, string>()
  for (let first = true; !ended.aborted; first = false) {
    const present = new Map<string, string>()
    for (const { id, url } of webhooks) {
      for (const delivery of await newest(client, id)) {
        const state = `${delivery.state} ${delivery.attempts.length}`
        if (!first && seen.get(delivery.id) !== state)
          print(json ? JSON.stringify({ url, ...delivery }) : printable(deliveryLine(delivery, url)))
        present.set(delivery.id, state)
      }
    }
    seen = present
    if (first)
      say(
        `This service sends nothing to this machine; what is delivered to ${webhooks.map(({ url }) => url).join(', ')} follows. Ctrl-C ends it.`,
      )
    await Promise.race([clock.sleep(POLL_MS), end])
  }
  return 0
}

const newest = async (client: ServiceCall['client'], id: Webhook['id']): Promise<Delivery[]> =>
  dataOf(await client.GET('/api/webhooks/{id}/deliveries', { params: { path: { id }, query: { limit: 50 } } })).deliveries.toReversed()

const deliveryLine = ({ createdAt, type, state, attempts }: Delivery, url: string): string =>
  `${createdAt}  ${type.padEnd(16)} ${state.padEnd(9)} attempt ${attempts.length}  ${attempts.at(-1)?.status ?? '-'}  ${url}`

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })))
