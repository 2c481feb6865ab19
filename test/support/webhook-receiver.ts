import { setSystemTime } from 'bun:test'
import { Webhook } from 'standardwebhooks'

/** A message as a receiver saw it, after the `standardwebhooks` library verified it. */
export interface ReceivedMessage {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: Record<string, unknown>
  /** How many signatures it carried. */
  readonly signatures: number
}

/** A local server that plays the receiver: it verifies what comes and answers what the test says. */
export interface WebhookReceiver {
  readonly url: string
  readonly messages: ReceivedMessage[]
  /** Everything that came, verified or not. */
  readonly requests: { readonly headers: Headers; readonly body: string }[]
  /** Messages that no secret of the receiver's verifies. */
  readonly forged: string[]
  /** The secrets it holds; any of them will do. */
  secrets: string[]
  /** What it answers to the next messages; the last one stays. */
  answers: (number | Response | Promise<Response>)[]
  stop(): void
}

/** Starts it; it answers 204 until told otherwise. `machineMs` is its own time, by which the library takes no old message. */
export function createWebhookReceiver(machineMs: () => number = () => Date.now()): WebhookReceiver {
  const receiver = {
    messages: [] as ReceivedMessage[],
    requests: [] as { headers: Headers; body: string }[],
    forged: [] as string[],
    secrets: [] as string[],
    answers: [204] as WebhookReceiver['answers'],
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const text = await request.text()
      receiver.requests.push({ headers: request.headers, body: text })
      const headers = Object.fromEntries(request.headers)
      const verified = receiver.secrets.map((secret) => verify(secret, text, headers, machineMs())).find((message) => message !== null)
      if (verified)
        receiver.messages.push({ ...verified, id: headers['webhook-id']!, signatures: headers['webhook-signature']!.split(' ').length })
      else receiver.forged.push(text)
      const answer = receiver.answers.length > 1 ? receiver.answers.shift()! : receiver.answers[0]!
      return typeof answer === 'number' ? new Response(null, { status: answer }) : (await answer).clone()
    },
  })
  return Object.assign(receiver, { url: `http://127.0.0.1:${server.port}/hook`, stop: () => void server.stop(true) })
}

function verify(secret: string, text: string, headers: Record<string, string>, machineMs: number) {
  setSystemTime(machineMs)
  try {
    return new Webhook(secret).verify(text, headers) as Pick<ReceivedMessage, 'type' | 'timestamp' | 'data'>
  } catch {
    return null
  } finally {
    setSystemTime()
  }
}
