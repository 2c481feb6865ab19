import { describe, expect, test } from 'bun:test'
import { addressBuckets, clientAddress } from '../../src/http/request/client-address.ts'
import { parseCidr } from '../../src/lib/ip.ts'

const address = (socketAddress: string, forwardedFor: string | null, ...trusted: string[]) =>
  clientAddress({ socketAddress, forwardedFor, trustedProxies: trusted.map((text) => parseCidr(text)!) })

describe('rules 10.19: a client is counted by the address that the operator’s own proxies saw', () => {
  test.each([
    ['no proxies: the header is not read', '203.0.113.9', '1.1.1.1', [], '203.0.113.9'],
    ['a stranger’s header is not read', '203.0.113.9', '1.1.1.1', ['10.0.0.0/8'], '203.0.113.9'],
    ['a trusted proxy without header', '10.0.0.1', null, ['10.0.0.0/8'], '10.0.0.1'],
    ['a trusted proxy with an empty header', '10.0.0.1', '', ['10.0.0.0/8'], '10.0.0.1'],
    ['a trusted proxy', '10.0.0.1', '203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
    ['what the client claims further left', '10.0.0.1', '1.1.1.1, 203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
    ['a client that claims to be a proxy', '10.0.0.1', '1.1.1.1, 10.0.0.7, 203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
    ['a chain of proxies', '10.0.0.1', '203.0.113.9,10.0.0.3 , 10.0.0.2', ['10.0.0.0/8'], '203.0.113.9'],
    ['a chain of proxies of two ranges', '10.0.0.1', '203.0.113.9, 192.0.2.1', ['10.0.0.1', '192.0.2.0/24'], '203.0.113.9'],
    ['only proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', ['10.0.0.0/8'], '10.0.0.3'],
    ['an unreadable entry ends at the proxy that sent it', '10.0.0.1', '203.0.113.9, unknown, 10.0.0.2', ['10.0.0.0/8'], '10.0.0.2'],
    ['only an unreadable entry', '10.0.0.1', '<script>', ['10.0.0.0/8'], '10.0.0.1'],
    ['an empty last entry', '10.0.0.1', '203.0.113.9,', ['10.0.0.0/8'], '10.0.0.1'],
    ['an entry with a port', '10.0.0.1', '203.0.113.9:5000', ['10.0.0.0/8'], '203.0.113.9'],
    ['an entry in a number form', '10.0.0.1', '0xcb007109', ['10.0.0.0/8'], '10.0.0.1'],
    ['an IPv6 entry, in any form', '10.0.0.1', '[2001:DB8::0:1]:443', ['10.0.0.0/8'], '2001:db8::1'],
    ['an IPv6 proxy', '2001:db8::1', '203.0.113.9', ['2001:db8::/32'], '203.0.113.9'],
    ['a proxy seen through a dual-stack socket', '::ffff:10.0.0.1', '203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
    ['a client seen through a dual-stack socket', '::ffff:203.0.113.9', null, [], '203.0.113.9'],
    ['a mapped entry', '10.0.0.1', '::ffff:203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
    ['a mapped proxy in the chain', '10.0.0.1', '203.0.113.9, ::ffff:10.0.0.2', ['10.0.0.0/8'], '203.0.113.9'],
    ['everyone trusted', '10.0.0.1', '1.1.1.1, 203.0.113.9', ['0.0.0.0/0'], '1.1.1.1'],
    ['no address, as on a unix socket', '', '203.0.113.9', ['0.0.0.0/0'], ''],
  ])('%s', (_case, socketAddress, forwardedFor, trusted, expected) => {
    expect(address(socketAddress, forwardedFor, ...trusted)).toBe(expected)
  })

  test.each([
    ['203.0.113.9', '203.0.113.9', null],
    ['::ffff:203.0.113.9', '203.0.113.9', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:3::', '2001:db8:1:3::/64', '2001:db8:1::/48'],
    ['::1', '::/64', '::/48'],
    ['', '', null],
  ])('the buckets of %p are %p and %p', (text, bucket, site) => {
    expect(addressBuckets(text)).toEqual({ bucket, site })
  })
})
