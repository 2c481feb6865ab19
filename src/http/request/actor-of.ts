import type { Caller } from '../../domain/api-key.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import { requestContext } from './request-context.ts'

/** The operator who makes this request; null for every other caller. */
export const actorOf = (caller: Pick<Caller, 'operator' | 'name'>, request: Request): Actor | null =>
  caller.operator ? operatorOf(caller, request) : null

/** The operator who makes this request, of a route that is the operator's alone. */
export const operatorOf = ({ name }: Pick<Caller, 'name'>, request: Request): Actor => ({
  way: 'key',
  address: requestContext(request).address,
  ...(name === undefined ? {} : { name }),
})

/** An agent who makes this request. */
export const agentActor = (request: Request): Actor => ({ way: 'agent', address: requestContext(request).address })

/** A wallet whose signature was verified, from where this request came. */
export const walletActor = (request: Request): Actor => ({ way: 'wallet', address: requestContext(request).address })
