import { createTickLimiter } from '../../lib/yield-to-event-loop.ts'
import { requestContext } from '../request/request-context.ts'
import { acceptsGzip } from './gzip.ts'

/** The runtime hands a document of 330 kB to the kernel in half a millisecond, in which nobody else is answered. */
const LONG_BYTES = 65_536
const IN_TURN = { most: 4, workMs: 5, resumed: 1 }

/**
 * Gives answers with a body of so many bytes: long ones, that go out as they are, one in each turn of the event loop, so that others are
 * answered between those of clients that came together.
 */
export function createLongAnswers(): (request: Request, bytes: number, answer: () => Response) => Response | Promise<Response> {
  const turns = createTickLimiter(IN_TURN)
  return (request, bytes, answer) => {
    if (bytes < LONG_BYTES || acceptsGzip(request)) return answer()
    const turn = turns.take(requestContext(request).bucket)
    return turn ? turn.then(answer) : answer()
  }
}
