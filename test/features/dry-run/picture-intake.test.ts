import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DIRTY_PICTURES, exif, jpegWith, segment } from '../../support/dirty-pictures.ts'
import { connectModern } from '../../support/mcp-client.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PATH = '/api/agent/launch/dry-run'
let app: TestApp
let key: string
beforeAll(async () => {
  app = await createTestApp({ policy: { rateLimits: false } })
  key = await app.claim()
})
afterAll(() => app.close())

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const withPicture = (bytes: Uint8Array, more: object = {}) => app.launchBody({ imageBase64: base64(bytes), ...more })
const dryRun = (bytes: Uint8Array, more: object = {}) => app.call('POST', PATH, withPicture(bytes, more), { key })
const served = async (path: string) => new Uint8Array(await (await app.raw(new Request(`http://launch.test${path}`))).arrayBuffer())
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('decision "What a picture says": over HTTP and MCP', () => {
  test.each(DIRTY_PICTURES)('%s is hashed, shown and warned of as it is kept', async (_name, dirty, kept, metadata) => {
    const client = await connectModern(app, { key })
    for (const { body } of [await dryRun(dirty), await client.call('dry_run', withPicture(dirty))]) {
      expect(body.imageSha256).toBe(sha256(kept))
      expect(await served(`${PATH}/${body.dryRunId}/image`)).toEqual(new Uint8Array(kept))
      const warning = body.warnings.find((text: string) => text.startsWith('The picture said more than its pixels'))
      for (const kind of metadata) expect(warning).toContain(kind)
    }
    await client.close()
  })

  test('what is launched and served as the logo says where nobody lives, and the picture may be sent as it was', async () => {
    const [, dirty, kept] = DIRTY_PICTURES[0]!
    const { dryRunId } = (await dryRun(dirty)).body
    const headers = { 'x-launcher-key': app.launcher.secret }
    const launched = await app.call('POST', '/api/agent/launch', withPicture(dirty, { dryRunId }), { key, headers })
    expect(launched.status).toBe(201)
    expect(await served(`/api/coins/${launched.body.mint}/logo`)).toEqual(new Uint8Array(kept))
  })

  test('a picture that lies on its side is told of as it is seen', async () => {
    const turned = (await dryRun(jpegWith(segment(0xe1, 'Exif\0\0', exif(6))))).body.warnings
    expect(turned.join()).toContain('12 x 20 pixels')
  })
})

const [, , jpeg] = DIRTY_PICTURES[0]!
const ftyp = (brands: string) => Buffer.concat([Buffer.from([0, 0, 0, 8 + brands.length]), Buffer.from(`ftyp${brands}`), Buffer.alloc(200)])
const begins = (head: string) => Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(200)])

describe('rules 2.1: a picture is what its first bytes say', () => {
  test.each([
    'binary/octet-stream',
    'application/octet-stream',
    'image/pjpeg',
    'image/*',
    'jpeg',
    '.JPG',
    'frog.jpg',
    'IMAGE/JPEG; q=1',
    '',
  ])('%p is no lie about a JPEG', async (imageContentType) => expect((await dryRun(jpeg, { imageContentType })).status).toBe(200))

  test.each(['image/png', '.png', 'image/svg+xml', 'text/html'])('%p is one', async (imageContentType) => {
    const refused = await expectNothingHappened(app, () => dryRun(jpeg, { imageContentType }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'image_invalid' } })
  })

  test.each([
    ['HEIC', ftyp('heic\0\0\0\0mif1heic')],
    ['HEIC', ftyp('mif1\0\0\0\0mif1miafheix')],
    ['AVIF', ftyp('avif\0\0\0\0avifmif1miaf')],
    ['TIFF', begins('II*\0')],
    ['TIFF', begins('MM\0*')],
    ['BMP', begins('BMabcd\0\0\0\0')],
    ['JXL', begins('\0\0\0\x0cJXL \r\n\x87\n')],
    ['JXL', begins('\xff\x0a')],
    ['SVG', begins('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a web page', begins('<!DOCTYPE html><html>')],
    ['a video', ftyp('isom\0\0\0\0mp41')],
  ])('%s is refused by its name, and nothing is kept', async (name, bytes) => {
    const refused = await expectNothingHappened(app, () => dryRun(bytes, { imageContentType: 'image/jpeg' }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'image_invalid', detail: expect.stringContaining(name) } })
  })

  test('a data URL with parameters or in capitals is taken, and a space that was a plus is not', async () => {
    for (const head of ['data:image/jpeg;charset=utf-8;base64,', 'DATA:IMAGE/JPEG;BASE64,', 'data:;base64,'])
      expect((await app.call('POST', PATH, app.launchBody({ imageBase64: `${head}${base64(jpeg)}` }), { key })).status).toBe(200)
    const spaced = base64(jpeg).replace(/^(.{40})./, '$1 ')
    const refused = await expectNothingHappened(app, () => app.call('POST', PATH, app.launchBody({ imageBase64: spaced }), { key }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'image_invalid', detail: expect.stringContaining('space') } })
    const byUrl = app.launchBody({ imageBase64: undefined, imageUrl: `data:image/jpeg;base64,${base64(jpeg)}` })
    expect((await app.call('POST', PATH, byUrl, { key })).body.detail).toContain('imageBase64')
  })
})
