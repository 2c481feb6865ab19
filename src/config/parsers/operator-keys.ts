import { type KeyScope, OPERATOR_SCOPES } from '../../domain/keys/key-bounds.ts'
import type { OperatorKey } from '../../ports/policy.ts'
import { type Parser, Unfit } from '../variable.ts'
import { hashHex, list } from './values.ts'

const NAME = /^[a-z0-9][a-z0-9-]{1,31}$/
const ALL = 'all'

const eachOperatorKey: Parser<OperatorKey> = (value, name) => {
  const [operator = '', scopesText = '', hashText = '', ...more] = value.split(':')
  const scopes = scopesText.split('+')
  if (!NAME.test(operator) || more.length > 0)
    throw new Unfit(`${name} must hold NAME:SCOPES:SHA256, each name of 2 to 32 small letters, digits and hyphens`)
  if (scopesText !== ALL && !scopes.every((scope): scope is KeyScope => OPERATOR_SCOPES.includes(scope as KeyScope)))
    throw new Unfit(`${name}: the scopes of ${operator} must be ${ALL}, or some of ${OPERATOR_SCOPES.join('+')}`)
  return { name: operator, scopes: scopesText === ALL ? null : (scopes as KeyScope[]), hash: hashHex(hashText, name) }
}

/** Keys of several operators, `NAME:SCOPES:SHA256` each; no name and no hash twice. */
export const operatorKeys: Parser<readonly OperatorKey[]> = (value, name) => {
  const keys = list(eachOperatorKey)(value, name)
  for (const member of ['name', 'hash'] as const)
    if (new Set(keys.map((key) => key[member])).size < keys.length) throw new Unfit(`${name} has one ${member} twice`)
  return keys
}
