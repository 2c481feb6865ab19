import { describe, expect, test } from 'bun:test'
import { parseIp } from '../../src/lib/ip.ts'
import { isLoopbackAddress, isPublicAddress } from '../../src/lib/public-address.ts'

const PUBLIC = [
  '1.0.0.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '3ffe::1',
]

const REFUSED = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  ['carrier-grade NAT', '100.64.0.0', '100.100.100.200', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.255', '::1'],
  ['link-local and metadata', '169.254.0.0', '169.254.169.254', '169.254.255.255', 'fe80::1', 'febf::1'],
  ['a cloud’s host agent', '168.63.129.16'],
  ['protocol assignments', '192.0.0.0', '192.0.0.192', '192.0.0.255'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '2001:db8:ffff::1', '3fff::1', '3fff:fff::1'],
  ['6to4', '192.88.99.1', '2002::1', '2002:7f00:1::1'],
  ['benchmarks', '198.18.0.0', '198.19.255.255', '2001:2::1'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  ['reserved and broadcast', '240.0.0.0', '255.255.255.254', '255.255.255.255'],
  ['unspecified', '::'],
  ['IPv4-mapped, also of public addresses', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe'],
  ['IPv4-compatible', '::127.0.0.1', '::8.8.8.8'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
  ['Teredo and ORCHID', '2001::1', '2001:10::1', '2001:20::1', '2001:1ff:ffff::1'],
  ['unique local', 'fc00::1', 'fd00:ec2::254', 'fdff:ffff::1'],
  ['deprecated site-local', 'fec0::1'],
  ['discard-only and SRv6', '100::1', '5f00::1'],
  ['never given out', '1::1', '4000::1', '8000::1', 'e000::1'],
]

describe('rules 10.9: isPublicAddress refuses what is not public', () => {
  test.each(PUBLIC)('%s is public', (text) => {
    expect(isPublicAddress(parseIp(text)!)).toBe(true)
  })

  test.each(REFUSED)('%s is refused', (_range, ...texts) => {
    expect(texts.filter((text) => isPublicAddress(parseIp(text)!))).toEqual([])
  })
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
])('isLoopbackAddress(%s) is %p', (text, loopback) => {
  expect(isLoopbackAddress(parseIp(text)!)).toBe(loopback)
})
