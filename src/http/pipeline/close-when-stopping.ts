import type { Deps } from '../../ports/deps.ts'
import type { Layer } from './pipeline.ts'

/** While the service stops, a connection ends with its answer: the client's next request must find another process. */
export function closeWhenStopping({ stopNotice }: Pick<Deps, 'stopNotice'>): Layer {
  return async (_request, _context, next) => {
    const response = await next()
    if (stopNotice.answerByMs !== null) response.headers.set('connection', 'close')
    return response
  }
}
