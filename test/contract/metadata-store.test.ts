import { machineTime } from '../support/machine-time.ts'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createPinataStore } from '../../src/adapters/metadata/pinata-store.ts'
import { createSelfStore } from '../../src/adapters/metadata/self-store.ts'
import { memoryStorage } from '../support/memory-storage.ts'
import type { CoinMetadata } from '../../src/domain/plan/coin-metadata.ts'
import type { Image } from '../../src/domain/plan/image.ts'
import { sha256Hex } from '../../src/lib/bytes.ts'
import { Secret } from '../../src/lib/secret.ts'
import { METADATA_STORE_REFUSALS, type MetadataStore, type MetadataToKeep } from '../../src/ports/metadata-store.ts'
import type { Charged } from '../../src/ports/payments.ts'
import { refusalOf } from '../support/app-error.ts'
import { exactly } from '../support/exact-refusals.ts'
import { startPinata } from '../support/pinata-server.ts'
import { pngBytes } from '../support/test-app.ts'

/** A store to be examined, and the other side of one that hands contents out. */
interface MetadataHarness {
  readonly store: MetadataStore
  readonly outside: {
    /** What was handed over, so far. */
    handedOver(): readonly Uint8Array[]
    /** Takes nothing more, or everything again. */
    refuse(on: boolean): void
  } | null
  close(): Promise<void>
}

const picture: Image = { sha256: sha256Hex(pngBytes()), contentType: 'image/png', bytes: pngBytes() }

/** Metadata of a launch; with another name it is another content. */
const metadataOf = (name: string, image: Image | null = picture) => {
  const json = (imageUri: string): CoinMetadata => ({
    name,
    symbol: 'TEST',
    description: 'a test coin',
    image: imageUri,
    showName: true,
    createdOn: 'https://launch.test',
  })
  // Whoever charges has charged by now.
  return { id: sha256Hex(name).slice(0, 10), image: async () => image, json } as Charged<MetadataToKeep>
}

/** The suite that every store must pass. @see ports/metadata-store.ts */
function metadataContract(name: string, create: () => Promise<MetadataHarness>): void {
  describe(`decision "With METADATA_STORE=pinata the upload comes last": metadata store contract: ${name}`, () => {
    let harness: MetadataHarness
    let store: MetadataStore
    beforeEach(async () => {
      harness = await create()
      store = exactly(harness.store, METADATA_STORE_REFUSALS)
    })
    afterEach(() => harness.close())
    const keep = (...of: Parameters<typeof metadataOf>) => store.keep(metadataOf(...of))

    test('addresses of the web come back, of the metadata and of the picture that they name, just as long as the samples', async () => {
      const { uri, imageUri } = await keep('Frog')
      for (const address of [uri, imageUri!]) expect(['http:', 'https:']).toContain(new URL(address).protocol)
      expect([uri.length, imageUri!.length]).toEqual([store.sample.uri.length, store.sample.imageUri!.length])
      if (!harness.outside) return
      const texts = JSON.parse(new TextDecoder().decode(harness.outside.handedOver().at(-1))) as CoinMetadata
      expect(texts.image).toBe(imageUri!)
    })

    test('the same content has the same address, however often it is kept, and is handed over once', async () => {
      const first = await keep('Frog')
      const handed = harness.outside?.handedOver().length
      expect(await keep('Frog')).toEqual(first)
      expect(harness.outside?.handedOver().length).toBe(handed!)
    })

    test('other texts have another address', async () => {
      expect((await keep('Frog')).uri).not.toBe((await keep('Toad')).uri)
    })

    test('a coin without a picture has its texts kept alone, with no address of a picture', async () => {
      expect(await keep('Bare', null)).toEqual({
        uri: expect.stringMatching(new RegExp(`^.{${store.sample.uri.length}}$`)),
        imageUri: null,
      })
      if (!harness.outside) return
      const texts = harness.outside.handedOver().map((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as CoinMetadata)
      expect(texts).toMatchObject([{ name: 'Bare', image: '' }])
    })

    test('what hands contents to somebody else says so, and does; what does not hands nothing over', async () => {
      expect(store.handsOut).toBe(harness.outside !== null)
      await keep('Frog')
      expect(harness.outside?.handedOver() ?? []).toHaveLength(store.handsOut ? 2 : 0)
    })

    test('what the other side does not take is refused, and is kept by the next try', async () => {
      const { outside } = harness
      if (!outside) return
      outside.refuse(true)
      expect((await refusalOf(() => keep('Frog'))).code).toBe('upstream_unavailable')
      outside.refuse(false)
      expect((await keep('Frog')).uri).toHaveLength(store.sample.uri.length)
    })
  })
}

metadataContract('the service itself', async () => ({
  store: createSelfStore({ baseUrl: 'https://launch.test' }),
  outside: null,
  close: async () => {},
}))

metadataContract('Pinata', async () => {
  const [pinata, storage] = [startPinata(), await memoryStorage()]
  return {
    store: createPinataStore({
      timers: machineTime.timers,
      jwt: new Secret('a token'),
      pins: storage.pins,
      uploadUrl: pinata.url,
      timeoutMs: 1_000,
    }),
    outside: {
      handedOver: () => pinata.uploads.map(({ bytes }) => bytes),
      refuse: (on) => void (pinata.state.answer = on ? () => new Response(null, { status: 503 }) : null),
    },
    async close() {
      await storage.close()
      await pinata.stop()
    },
  }
})
