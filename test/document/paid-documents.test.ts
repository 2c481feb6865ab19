import { expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { createPaidApp } from '../support/payment-bank.ts'
import { createTestApp } from '../support/test-app.ts'

test('rules 4.1: with payments, the documents say what each route costs and how to pay; without, that nothing is sold', async () => {
  const { app } = await createPaidApp()
  const agent = (await app.call('GET', '/api/agent')).body
  expect(agent).toMatchObject({
    capabilities: { payPerCall: true },
    payments: { network: 'eip155:8453', prices: { autohire: '$0.01', 'dry-run': '$0.05', launch: '$1.00', upkeep: '$0.05' } },
  })
  const authOf = (name: string) => agent.endpoints.find(({ routes }: any) => routes.includes(name)).auth
  expect(['POST /api/agent/launch', 'GET /api/agent/keys', 'POST /api/coins/{mint}/featured', 'GET /api/coins'].map(authOf)).toEqual([
    'key, or a payment of $1.00',
    'key',
    'ops key',
    'none',
  ])
  const openapi = (await app.call('GET', '/openapi.json')).body
  expect(await new Validator().validate(structuredClone(openapi))).toMatchObject({ valid: true })
  const launch = openapi.paths['/api/agent/launch'].post
  expect(launch['x-price']).toBe('$1.00')
  expect(launch.security).toEqual([
    { apiKey: [], launcherKey: [] },
    { payment: [], launcherKey: [] },
  ])
  expect(Object.keys(launch.responses)).toContain('402')
  expect((await app.call('GET', '/llms.txt')).body).toContain('launch $1.00')
  await app.close()

  const plain = await createTestApp()
  expect((await plain.call('GET', '/api/agent')).body).toMatchObject({ capabilities: { payPerCall: false }, payments: null })
  expect((await plain.call('GET', '/openapi.json')).body.paths['/api/agent/launch'].post.responses).not.toHaveProperty('402')
  expect((await plain.call('GET', '/llms.txt')).body).not.toContain('pay per call')
  await plain.close()
})
