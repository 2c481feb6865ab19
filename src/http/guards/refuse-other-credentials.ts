import { AppError } from '../../domain/errors.ts'

/** `token`, `approveToken`, `approval_token`, `x-approve-token` and the like. */
const APPROVE_TOKEN = /^(x?(svc)?approv(e|al|er)s?)?token$/
/** The one that keeps an approver’s list open, and approves nothing: pages send it. */
const LIST_TOKEN = 'x-svc-approvals-token'

/**
 * Throws unless a decision comes with a wallet's signature alone: no agent key and no approve token, wherever it stands.
 *
 * @see rules 5.6
 */
export function refuseOtherCredentials(headers: Headers, members: object): void {
  const names = [...headers.keys()].filter((name) => name !== LIST_TOKEN).concat(Object.keys(members))
  const isToken = (name: string) => APPROVE_TOKEN.test(name.toLowerCase().replaceAll(/[-_]/g, ''))
  if (headers.has('x-svc-api-key') || headers.has('authorization') || names.some(isToken)) {
    throw new AppError('approve_with_key_not_allowed')
  }
}
