import { expect, test } from 'bun:test'
import calls from '../../src/features/discovery/recorded-calls.json'
import events from '../../src/features/discovery/recorded-events.json'
import { createPaidApp } from '../support/payment-bank.ts'

type Member = readonly [name: string, value: unknown]

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** The members of every object in a value, however deep. */
const membersOf = (value: unknown): Member[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]): Member[] => [
        ...(Array.isArray(value) ? [] : [[name, each] as const]),
        ...membersOf(each),
      ])
    : []

/** Names that stand for a time in the recorded answers and events, and for nothing else there. */
function namesOfTimes(): Set<string> {
  const members = membersOf([calls, events]).filter(([, value]) => typeof value === 'string') as [string, string][]
  const other = new Set(members.filter(([, text]) => !INSTANT.test(text)).map(([name]) => name))
  return new Set(members.map(([name]) => name).filter((name) => !other.has(name)))
}

/** True for a schema of a text that does not say that it is a time; of a union, when a part of it is one. */
const isBareText = (schema: any): boolean =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).some((part: any) => [part.type].flat().includes('string') && part.format !== 'date-time')

/** The properties that are called as a time is, and whose schema is a bare text. */
const bareTimes = (schemas: unknown, names: ReadonlySet<string>): string[] =>
  membersOf(schemas)
    .filter(([name]) => name === 'properties')
    .flatMap(([, properties]) => Object.entries(properties as object))
    .filter(([name, schema]) => (/[a-z]At$/.test(name) || names.has(name)) && isBareText(schema))
    .map(([name]) => name)

test('rules 10.25: whatever is a time in an answer or an event, its schema says so', async () => {
  const { app } = await createPaidApp()
  const document = (await app.call('GET', '/openapi.json')).body
  await app.close()
  const names = namesOfTimes()
  expect([...names]).toContain('generatedAt')
  expect(bareTimes(document, names)).toEqual([])
  expect(bareTimes({ properties: { soldAt: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }, names)).toEqual(['soldAt'])
  expect(bareTimes({ properties: { soldAt: { type: ['string', 'null'] } } }, names)).toEqual(['soldAt'])
})
