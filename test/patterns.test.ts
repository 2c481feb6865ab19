import { expect, test } from 'bun:test'
import { sourcePatterns } from './support/source-patterns.ts'

/** Patterns that are put together while the service runs: of constants and settings, and of nothing that a caller sends. */
const MADE_OF = [
  ['src/adapters/chains/rpc-endpoint.ts', 'phrases of a list'],
  ['src/commands/doctor/doctor.ts', 'name of a variable'],
  ['src/domain/operator/alarms/condition.ts', 'conditions of a list'],
  ['src/domain/text/hidden-characters.ts', 'another pattern'],
  ['src/domain/payments/header-json.ts', 'a count of digits'],
  ['src/domain/payments/header-json.ts', 'a count of digits'],
  ['src/domain/crew/referral-code.ts', 'limits'],
  ['src/domain/text/text.ts', 'a schema'],
  ['src/http/pipeline/answer-failures.ts', 'paths of routes'],
  ['src/lib/look-alike.ts', 'a table of letters'],
  ['src/mcp/resources.ts', 'paths of resources, a segment of 128 characters at most'],
]

test('no pattern is made of what a caller sends', async () => {
  const { made } = await sourcePatterns()
  expect(made.toSorted()).toEqual(MADE_OF.map(([path]) => path!).toSorted())
})
