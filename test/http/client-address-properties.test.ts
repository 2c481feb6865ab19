import { describe, expect, test } from 'bun:test'
import { BlockList, isIP } from 'node:net'
import { addressBuckets, clientAddress } from '../../src/http/request/client-address.ts'
import { parseCidr } from '../../src/lib/ip.ts'
import { damaged, forInputs, ODD_CHARACTERS, textOf } from '../support/property.ts'
import type { SeededRandom } from '../support/seeded-random.ts'

const TRUSTED = ['10.0.0.0/8', '127.0.0.1/32', '2001:db8::/32'].map((text) => parseCidr(text)!)
const trustedList = new BlockList()
trustedList.addSubnet('10.0.0.0', 8, 'ipv4')
trustedList.addAddress('127.0.0.1', 'ipv4')
trustedList.addSubnet('2001:db8::', 32, 'ipv6')
const isTrusted = (address: string) => isIP(address) !== 0 && trustedList.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

const isIn = (address: string, network: string | null, prefix: number): boolean => {
  const [base, written] = (network ?? '').split('/')
  const list = new BlockList()
  list.addSubnet(base!, prefix, 'ipv6')
  return Number(written) === prefix && list.check(address, 'ipv6')
}

const proxy = (random: SeededRandom) =>
  random.pick(['127.0.0.1', `10.${random.below(256)}.0.1`, `2001:db8::${random.below(99)}`, '::ffff:10.0.0.9'])
const stranger = (random: SeededRandom) =>
  random.pick([`203.0.113.${random.below(256)}`, `198.51.100.7`, `2a00:1::${random.below(99)}`, '::ffff:203.0.113.4'])
const entry = (random: SeededRandom) =>
  random.below(3) === 0
    ? textOf(random, ODD_CHARACTERS, 12).replaceAll(',', '')
    : random.pick([
        proxy(random),
        stranger(random),
        `${stranger(random).replace(/^(.*:.*)$/, '[$1]')}:8080`,
        damaged(random, stranger(random)).replaceAll(',', ''),
      ])

describe('rules 10.19: of X-Forwarded-For what trusted proxies wrote counts, and nothing else', () => {
  test('whatever a client writes further left changes nothing', () => {
    forInputs((random) => {
      const real = stranger(random)
      const behind = [real, ...Array.from({ length: random.below(3) }, () => proxy(random))].join(', ')
      const claimed = Array.from({ length: 1 + random.below(4) }, () => entry(random)).join(',')
      const evidence = { socketAddress: proxy(random), trustedProxies: TRUSTED }
      const [plain, spoofed] = [behind, `${claimed},${behind}`].map((forwardedFor) => clientAddress({ ...evidence, forwardedFor }))
      return plain === spoofed ? null : `${claimed} before ${behind}: ${spoofed} and not ${plain}`
    })
  })

  test('a stranger who connects is believed nothing', () => {
    forInputs((random) => {
      const socketAddress = stranger(random)
      const forwardedFor = Array.from({ length: random.below(5) }, () => entry(random)).join(',')
      const found = clientAddress({ socketAddress, forwardedFor, trustedProxies: TRUSTED })
      return found === clientAddress({ socketAddress, forwardedFor: null, trustedProxies: TRUSTED }) ? null : `${forwardedFor}: ${found}`
    })
  })

  test('any header gives an address, and a bucket that has it', () => {
    forInputs((random) => {
      const forwardedFor = Array.from({ length: random.below(6) }, () => entry(random)).join(random.pick([',', ', ', ' ,']))
      const found = clientAddress({ socketAddress: proxy(random), forwardedFor, trustedProxies: TRUSTED })
      if (isIP(found) === 0) return `${JSON.stringify(forwardedFor)} gives ${found}`
      const { bucket, site } = addressBuckets(found)
      if (isIP(found) === 4) return bucket === found && site === null ? null : `${found} is in ${bucket} and ${site}`
      return isIn(found, bucket, 64) && isIn(found, site, 48) ? null : `${found} is not in ${bucket} and ${site}`
    })
  })

  test('a trusted address comes back only when everything behind it is trusted or unreadable', () => {
    forInputs((random) => {
      const entries = Array.from({ length: random.below(5) }, () => (random.below(2) === 0 ? proxy(random) : entry(random)))
      const found = clientAddress({ socketAddress: '127.0.0.1', forwardedFor: entries.join(','), trustedProxies: TRUSTED })
      const last = entries.at(-1)?.trim() ?? ''
      const plain = isIP(last) === 4 || (isIP(last) === 6 && !last.startsWith('::ffff:'))
      return plain && !last.includes('%') && !isTrusted(last) && isTrusted(found) ? `${entries.join(',')} gives ${found}` : null
    })
  })

  test('a header as long as one can be ends at once', () => {
    const evidence = { socketAddress: '127.0.0.1', trustedProxies: TRUSTED }
    expect(clientAddress({ ...evidence, forwardedFor: '10.0.0.1,'.repeat(50_000).slice(0, -1) })).toBe('10.0.0.1')
    expect(clientAddress({ ...evidence, forwardedFor: ','.repeat(500_000) })).toBe('127.0.0.1')
    expect(clientAddress({ ...evidence, forwardedFor: '['.repeat(500_000) })).toBe('127.0.0.1')
  })
})
