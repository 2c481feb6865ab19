import { describe, expect, test } from 'bun:test'
import { isMailAddress, mailAddressOf } from '../../src/domain/webhooks/mail-address.ts'

describe('rules 10.34: a notice goes to one plain address', () => {
  test.each([
    'someone@example.org',
    'first.last@mail.example.co',
    "o'neil+coins@example.org",
    '_ops@example.org',
    'a-b@xn--bcher-kva.example',
  ])('%s is one', (address) => {
    expect(isMailAddress(address)).toBe(true)
    expect(mailAddressOf(`mailto:${address}`)).toBe(address)
  })

  test.each([
    '//a@example.org',
    '|sh@example.org',
    '-oQ/tmp@example.org',
    '$(id)@example.org',
    '`id`@example.org',
    'a!b@example.org',
    '.a@example.org',
    'a@localhost',
    'a@127.0.0.1',
    'a@b@example.org',
    'a,b@example.org',
    'Some One <a@example.org>',
    'a@example.org?subject=x',
    'a@example.org\r\nBcc: b@example.org',
    `${'a'.repeat(65)}@example.org`,
  ])('%j is none', (address) => {
    expect(isMailAddress(address)).toBe(false)
    expect(mailAddressOf(`mailto:${address}`)).toBeNull()
  })
})
