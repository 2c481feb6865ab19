import { describe, expect, test } from 'bun:test'
import { parsePaymentRequired } from '@x402/core/schemas'
import {
  type DiscoveryExtension,
  extractDiscoveryInfo,
  sanitizeResourceServiceMetadata,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from '@x402/extensions/bazaar'
import { facilitatorAccess } from '../../../src/adapters/payments/facilitator-access.ts'
import { createRemoteFacilitator } from '../../../src/adapters/payments/remote-facilitator.ts'
import type { SoldResource } from '../../../src/domain/payments/sold-resource.ts'
import { machineTime } from '../../support/machine-time.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { createPaidApp, createPaymentBank, fromBase64Json, PAY_TO, paymentHeaders, PRICE } from '../../support/payment-bank.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const ADDRESS = 'http://launch.test'
const PUBLIC = 'https://launch.example'
const DRY_RUN = '/api/agent/launch/dry-run'
/** What a 402 adds to an answer; proxies give 4 KiB to all of its headers. */
const HEADER_CHARACTERS_MAX = 3_072
/** Of a longer address the query is left out. */
const URL_CHARACTERS_MAX = 256
const WITH_JOBS = { env: { JOBS_ENABLED: '1', BASE_URL: PUBLIC } }

interface Offer {
  readonly resource: SoldResource['resource']
  readonly accepts: readonly object[]
  readonly extensions: { readonly bazaar: DiscoveryExtension & { readonly routeTemplate?: string } }
}

/** What catalogues walk: the document, and the answer of each of its addresses to a call that brings nothing. */
async function walk(app: TestApp) {
  const { items, resources } = (await app.call('GET', '/.well-known/x402')).body
  const probed = []
  for (const item of items) {
    const path = item.resource.replace(/^https?:\/\/[^/]+/, '').replaceAll(/:\w+/g, 'abc')
    const { status, headers } = await app.raw(new Request(`${ADDRESS}${path}`, { method: item.method }))
    const header = headers.get('payment-required') ?? ''
    probed.push({ item, status, header, offer: fromBase64Json(header) as Offer })
  }
  return { resources, probed }
}

describe('rules 4.1, 5.1: whoever looks for paid calls', () => {
  test('finds each of them in /.well-known/x402, and nothing that needs no payment', async () => {
    const { app } = await createPaidApp(WITH_JOBS)
    const { resources, probed } = await walk(app)
    const { paths } = (await app.call('GET', '/openapi.json')).body
    const sold = Object.entries(paths as Record<string, Record<string, { 'x-price'?: string }>>).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, route]) => (route['x-price'] ? [`${method.toUpperCase()} ${path}`] : [])),
    )
    const listed = probed.map(({ item }) => `${item.method} ${item.resource.replace(PUBLIC, '').replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(listed.toSorted()).toEqual(sold.toSorted())
    expect(sold.length).toBeGreaterThan(15)
    expect(new Set(probed.map(({ item }) => item.resource))).toEqual(new Set(resources))
    expect(probed.filter(({ status }) => status !== 402)).toEqual([])
    await app.close()
  })

  test('is told by each 402 what the official library finds valid, in a header that proxies let through', async () => {
    const { app } = await createPaidApp(WITH_JOBS)
    const { probed } = await walk(app)
    for (const { item, header, offer } of probed) {
      const { bazaar } = offer.extensions
      const name = `${item.method} ${item.resource}`
      expect([name, parsePaymentRequired(offer).success]).toEqual([name, true])
      for (const extension of [bazaar, item.extensions.bazaar as DiscoveryExtension]) {
        expect([name, validateDiscoveryExtension(extension)]).toEqual([name, { valid: true }])
        expect([name, validateDiscoveryExtensionSpec({ ...extension })]).toEqual([name, { valid: true }])
      }
      // A catalogue drops what it does not take.
      const { serviceName, tags, iconUrl } = offer.resource
      expect(sanitizeResourceServiceMetadata(offer.resource as never)).toEqual({ serviceName, tags, iconUrl } as never)
      expect([name, item.accepts, item.description]).toEqual([name, offer.accepts, offer.resource.description])
      expect([name, header.length <= HEADER_CHARACTERS_MAX]).toEqual([name, true])
    }
    await app.close()
  })

  test('is told of the called address, whose length bounds no header', async () => {
    const { app } = await createPaidApp(WITH_JOBS)
    const offerAt = async (path: string, method = 'GET') => {
      const header = (await app.raw(new Request(`${ADDRESS}${path}`, { method }))).headers.get('payment-required')!
      expect(header.length).toBeLessThan(HEADER_CHARACTERS_MAX)
      return fromBase64Json(header) as Offer
    }
    const { resource, extensions } = await offerAt('/api/agent/status/9xQe?fresh=1')
    expect(resource.url).toBe(`${PUBLIC}/api/agent/status/9xQe?fresh=1`)
    expect(extensions.bazaar).toMatchObject({ routeTemplate: '/api/agent/status/:mint', info: { input: { pathParams: { mint: '9xQe' } } } })
    expect((await offerAt(`/api/agent/status/9xQe?fresh=${'1'.repeat(4_000)}`)).resource.url).toBe(`${PUBLIC}/api/agent/status/9xQe`)
    expect((await offerAt(`/api/agent/status/${'9'.repeat(4_000)}`)).resource.url).toBe(`${PUBLIC}/api/agent/status/:mint`)
    // The longest address that is shown as it is, of each route.
    for (const { item } of (await walk(app)).probed) {
      const path = item.resource.replace(PUBLIC, '').replaceAll(/:\w+/g, 'a'.repeat(44))
      const filled = `${path}?q=`.padEnd(URL_CHARACTERS_MAX - PUBLIC.length, 'q')
      expect((await offerAt(filled, item.method)).resource.url).toBe(`${PUBLIC}${filled}`)
    }
    await app.close()
  })

  test('finds an empty list where nothing is sold', async () => {
    const app = await createTestApp()
    expect((await app.call('GET', '/.well-known/x402')).body).toEqual({ version: 1, x402Version: 2, resources: [], items: [] })
    await app.close()
  })
})

describe('rules 5.1: a facilitator is told what is sold by the service', () => {
  test('with the check and with the settlement, whatever the payer repeats of it', async () => {
    const { app, bank } = await createPaidApp(WITH_JOBS)
    const payer = bank.newPayer()
    const forged = { resource: { url: 'https://thief.example/', description: 'Cheaper' }, extensions: { bazaar: { info: {}, schema: {} } } }
    const headers = paymentHeaders(payer.sign(PRICE.dryRun), forged)
    expect((await app.call('POST', DRY_RUN, app.launchBody(), { headers })).status).toBe(200)
    expect(bank.listings).toHaveLength(2)
    for (const listing of bank.listings) {
      expect(listing?.resource.url).toBe(`${PUBLIC}${DRY_RUN}`)
      expect(JSON.stringify(listing)).not.toContain('thief')
    }
    await app.close()
  })

  test('in the payload, from which the official library reads the listing', async () => {
    const { app, bank } = await createPaidApp(WITH_JOBS)
    await app.call('POST', DRY_RUN, app.launchBody(), { headers: bank.newPayer().pay(PRICE.dryRun) })
    const sent: any[] = []
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        sent.push(await request.json())
        return Response.json(request.url.endsWith('/verify') ? { isValid: true } : { success: false, errorReason: 'insufficient_funds' })
      },
    })
    const facilitator = createRemoteFacilitator({
      access: facilitatorAccess(new Secret(server.url.href), machineTime.clock),
      payTo: PAY_TO,
      solanaPayTo: null,
    })
    const authorization = createPaymentBank().newPayer().sign(PRICE.dryRun)
    await facilitator.verify(authorization, bank.listings[0])
    await facilitator.settle(authorization, bank.listings[1])
    expect(sent).toHaveLength(2)
    for (const { paymentPayload, paymentRequirements } of sent) {
      expect(extractDiscoveryInfo(paymentPayload, paymentRequirements)).toMatchObject({
        resourceUrl: `${PUBLIC}${DRY_RUN}`,
        serviceName: 'Agent Launch Service',
        method: 'POST',
        discoveryInfo: { input: { type: 'http', method: 'POST', bodyType: 'json' } },
      })
    }
    await server.stop(true)
    await app.close()
  })
})
