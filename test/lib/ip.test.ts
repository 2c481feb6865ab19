import { describe, expect, test } from 'bun:test'
import { formatIp, inCidr, parseCidr, parseIp, unmapped } from '../../src/lib/ip.ts'

describe('parseIp and formatIp', () => {
  test.each([
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['::ffff:10.0.0.1', '::ffff:a00:1'],
    ['64:ff9b::1.2.3.4', '64:ff9b::102:304'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ])('%s is written %s', (text, canonical) => {
    expect(formatIp(parseIp(text)!)).toBe(canonical)
  })

  test.each([
    '',
    ' 1.2.3.4',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4',
    '0x1.2.3.4',
    '1.2.3.4:80',
    '1.2.3.-4',
    '2130706433',
    'localhost',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '12345::',
    'g::',
    '[::1]',
    'fe80::1%eth0',
    '::1.2.3',
    '::1.2.3.4:5',
    '1.2.3.4::',
    '::ffff:0x7f.0.0.1',
  ])('%p is no address', (text) => {
    expect(parseIp(text)).toBeNull()
  })

  test('only an IPv4-mapped address is unmapped', () => {
    expect(formatIp(unmapped(parseIp('::ffff:192.0.2.7')!))).toBe('192.0.2.7')
    expect(formatIp(unmapped(parseIp('::192.0.2.7')!))).toBe('::c000:207')
    expect(formatIp(unmapped(parseIp('192.0.2.7')!))).toBe('192.0.2.7')
  })
})

describe('parseCidr and inCidr', () => {
  test.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.9.9.9/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '::1', false],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['::/0', 'ffff::', true],
    ['10.0.0.0/8', '::ffff:10.0.0.1', false],
  ])('%s has %s: %p', (range, address, inside) => {
    expect(inCidr(parseIp(address)!, parseCidr(range)!)).toBe(inside)
  })

  test.each(['', '/8', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8', '10.0.0/8', '::/129', 'any', '10.0.0.0/8.5'])(
    '%p is no range',
    (text) => {
      expect(parseCidr(text)).toBeNull()
    },
  )
})
