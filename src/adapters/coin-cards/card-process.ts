import { AppError } from '../../domain/errors.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { toBase64 } from '../../lib/bytes.ts'
import type { CoinCard, CoinCards } from '../../ports/pages/coin-cards.ts'

/** Cards that may wait for the one that is being drawn. */
const WAITING_MAX = 24

/**
 * Draws each card in a process of its own, which ends with it: `command` reads a card from standard input and writes a PNG. A picture by a
 * stranger is decoded there, without any setting or secret, and what takes longer than `timeoutMs` is killed.
 */
export function createCardProcess({
  command,
  timeoutMs = OWN_LIMITS.cardDeadlineMs,
}: {
  readonly command: readonly string[]
  readonly timeoutMs?: number | undefined
}): CoinCards {
  let underWay = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    draw(card) {
      if (underWay > WAITING_MAX) return Promise.reject(notNow('many wait to be drawn'))
      underWay += 1
      const drawn = last.then(() => drawOne(command, timeoutMs, card)).finally(() => (underWay -= 1))
      last = drawn.catch(() => {})
      return drawn
    },
  }
}

async function drawOne(command: readonly string[], timeoutMs: number, card: CoinCard): Promise<Uint8Array<ArrayBuffer>> {
  const picture = card.picture && { bytes: toBase64(card.picture.bytes) }
  const child = Bun.spawn([...command], {
    env: {},
    stdin: new TextEncoder().encode(JSON.stringify({ ...card, picture })),
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const [png, problem, code] = await Promise.all([new Response(child.stdout).bytes(), new Response(child.stderr).text(), child.exited])
  if (code === 0 && png.length > 0 && png.length <= OWN_LIMITS.cardBytesMax) return png
  const cause = new Error(`drawing a card ended with ${code ?? child.signalCode} and ${png.length} bytes: ${problem.trim().slice(0, 500)}`)
  throw notNow('one was not drawn', cause)
}

const notNow = (reason: string, cause?: Error) =>
  new AppError('service_not_ready', { parts: `cards of coins (${reason})` }, cause && { cause })
