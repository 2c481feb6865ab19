import type { Caller } from '../../domain/api-key.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import { requestContext } from './request-context.ts'

/** The operator who makes this request; null for every other caller. */
export const actorOf = ({ operator }: Pick<Caller, 'operator'>, request: Request): Actor | null => (operator ? operatorOf(request) : null)

/** The operator who makes this request, of a route that is the operator's alone. */
export const operatorOf = (request: Request): Actor => ({ way: 'key', address: requestContext(request).address })

/** An agent who makes this request. */
export const agentActor = (request: Request): Actor => ({ way: 'agent', address: requestContext(request).address })

/** A wallet whose signature was verified, from where this request came. */
export const walletActor = (request: Request): Actor => ({ way: 'wallet', address: requestContext(request).address })
