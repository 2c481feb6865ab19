import { slowly } from '../support/slowly.ts'

/** What the service finds when it goes out: receivers of webhooks. Pictures and pages it fetches from the public network alone. */
export interface Outside {
  readonly url: string
  stop(): void
}

/** Starts it. `/hook/6` to `/hook/9` say too much, fail, refuse for good, and dawdle. */
export function startOutside(): Outside {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const name = new URL(request.url).pathname.split('/')[2]
      if (name === '6') return new Response('x'.repeat(200_000))
      if (name === '7') return new Response('no', { status: 500 })
      if (name === '8') return new Response(null, { status: 410 })
      if (name === '9') return slowly(300, new Response('ok'))
      return new Response('ok')
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, stop: () => void server.stop(true) }
}
