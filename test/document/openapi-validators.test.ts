import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from '@scalar/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
let document: any
beforeAll(async () => {
  app = await createTestApp()
  document = (await app.call('GET', '/openapi.json')).body
})
afterAll(() => app.close())

describe('rules 9.1: /openapi.json is a document that others’ tools take', () => {
  test('is OpenAPI 3.1.0, version 1.0.0', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
  })

  test('@seriousme/openapi-schema-validator finds no error', async () => {
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true })
  })

  test('@scalar/openapi-parser finds no error', async () => {
    expect(await validate(structuredClone(document))).toMatchObject({ valid: true, errors: [] })
  })

  test('@redocly/cli finds no error', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'openapi-'))
    const file = join(directory, 'openapi.json')
    await Bun.write(file, JSON.stringify(document))
    const redocly = join(import.meta.dir, '../../node_modules/@redocly/cli/bin/cli.js')
    const lint = Bun.spawn([process.execPath, redocly, 'lint', file, '--format=json'], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stderr: 'ignore',
    })
    const report = await new Response(lint.stdout).json()
    rmSync(directory, { recursive: true })
    expect(report.totals.errors).toBe(0)
    expect(await lint.exited).toBe(0)
  }, 180_000)

  test('a document that is wrong is found out', async () => {
    const broken = structuredClone(document)
    broken.paths['/api/agent'].get.parameters = [{ name: 'in is missing' }]
    expect(await new Validator().validate(structuredClone(broken))).toMatchObject({ valid: false })
  })
})
