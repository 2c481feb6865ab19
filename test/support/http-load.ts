import { toBase64 } from '../../src/lib/bytes.ts'
import { rawConnection, type RawConnection, type RawOutcome } from './raw-http.ts'
import { CREW_WALLETS, newPerson, pngBytes } from './test-app.ts'
import { eventually } from './eventually.ts'

/** A request of the load and how it ended. */
export interface LoadedRequest {
  readonly what: string
  readonly outcome: RawOutcome
}

/** Many agents at work on one server. */
export interface HttpLoad {
  /** Every request that has ended. */
  readonly requests: readonly LoadedRequest[]
  /** How many launches wait for their answers. */
  launchesUnderWay(): number
  /** Ends when every agent has: `stop` lets each finish its request; a server that is gone ends them too. */
  readonly ended: Promise<void>
  stop(): void
}

const READY_EVERY_MS = 50

/** Of every agent's launches the tickers, over and over: quick ones, one whose lock fails, one that takes five seconds. */
const TICKERS = ['QUICK', 'XLOCKFAIL', 'XSLOW', 'QUICK']

/** Who takes part. */
export interface LoadOptions {
  readonly agents: number
  readonly readers?: number
  readonly webhookUrl?: string
  /** They come through a proxy that asks /readyz all the time, and sends nobody any more once that is 503. */
  readonly behindProxy?: boolean
}

/**
 * Agents that each claim a key, register a webhook, and then launch, trade, crank and read until they are stopped, every one
 * from an address of its own (the server must trust loopback as a proxy). Half of them keep their connections. Readers do
 * nothing but ask, each time on a new connection.
 */
export function startHttpLoad(url: string, { agents, readers = 0, webhookUrl, behindProxy = false }: LoadOptions): HttpLoad {
  const requests: LoadedRequest[] = []
  let stopped = false
  let launching = 0
  let people = 0

  const createCaller = (keepsConnection: boolean) => {
    let connection: RawConnection | null = null
    const address = `10.1.${Math.floor((people += 1) / 250)}.${people % 250}`
    return async (what: string, method: string, path: string, headers: Record<string, string> = {}, body?: unknown) => {
      connection ??= await rawConnection(url)
      launching += Number(what === 'launch')
      const all = {
        'x-forwarded-for': address,
        'x-forwarded-proto': 'https',
        ...(keepsConnection ? {} : { connection: 'close' }),
        ...headers,
      }
      const outcome: RawOutcome = connection ? await connection.send(method, path, all, body) : { end: 'refused' }
      launching -= Number(what === 'launch')
      if (!keepsConnection || outcome.end !== 'answered' || outcome.closes) {
        connection?.close()
        connection = null
      }
      requests.push({ what, outcome })
      if (outcome.end === 'answered') return outcome
      stopped ||= outcome.end === 'refused'
      return null
    }
  }

  /** One agent's life: as many launches as a claimed key has in an hour. */
  const live = async (number: number): Promise<void> => {
    const call = createCaller(number % 2 === 0)
    const launcher = newPerson()
    const key = (await call('claim', 'POST', '/api/agent/keys/claim', {}, {}))?.body.key as string | undefined
    if (key === undefined) return
    const keyed = { 'x-svc-api-key': key, 'x-launcher-key': launcher.secret }
    const hook = { url: webhookUrl, events: ['launch.created', 'feeShare.locked', 'remit.cranked'] }
    if (webhookUrl !== undefined) await call('webhook', 'POST', '/api/webhooks', keyed, hook)
    for (const index of TICKERS.keys()) {
      if (stopped) return
      // Each begins at another one, so that they are never all slow together.
      const ticker = TICKERS[(number + index) % TICKERS.length]!
      const body = {
        name: `Coin ${number} ${index}`,
        ticker,
        imageBase64: toBase64(pngBytes()),
        crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 100 }],
      }
      const launched = await call(
        'launch',
        'POST',
        '/api/agent/launch',
        { ...keyed, 'x-idempotency-key': `launch-${number}-${index}` },
        body,
      )
      const mint = launched?.body.mint as string | undefined
      if (mint === undefined || stopped) continue
      await call('trade', 'POST', `/api/simulated/${mint}/trades`, {}, { wallet: newPerson().wallet, side: 'buy', sol: 1 })
      if (launched?.status === 201 && !stopped) await call('crank', 'POST', '/api/agent/crank', keyed, { mint })
      for (const path of ['/api/coins', `/api/coins/${mint}`, '/api/remits', '/api/board']) if (!stopped) await call('read', 'GET', path)
    }
  }

  const work = async (index: number): Promise<void> => {
    for (let life = 0; !stopped; life += 1) await live(life * agents + index)
  }
  const read = async (): Promise<void> => {
    const call = createCaller(false)
    while (!stopped) await call('read', 'GET', '/api/coins')
  }
  const goesAway = async (): Promise<boolean> => {
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    return (stopped ||= ready?.status === 503)
  }
  if (behindProxy) void eventually(goesAway, Infinity, READY_EVERY_MS)
  const everyone = [...Array.from({ length: agents }, (_, index) => work(index)), ...Array.from({ length: readers }, read)]
  const ended = Promise.all(everyone).then(() => {})
  return { requests, launchesUnderWay: () => launching, ended, stop: () => void (stopped = true) }
}
