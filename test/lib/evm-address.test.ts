import { describe, expect, test } from 'bun:test'
import { getAddress, isAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { checksummed, isEvmAddress } from '../../src/lib/evm-address.ts'

describe('EVM addresses', () => {
  test('checksums are those of viem, and one wrong letter is seen', () => {
    for (let round = 0; round < 50; round += 1) {
      const address = privateKeyToAddress(generatePrivateKey())
      expect(checksummed(address.toLowerCase())).toBe(getAddress(address))
      expect(isEvmAddress(address)).toBe(true)
      const at = [...address].findIndex((letter, index) => index > 1 && /[a-f]/i.test(letter))
      const letter = address[at]!
      const flipped =
        address.slice(0, at) + (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()) + address.slice(at + 1)
      // Letters of one case carry no checksum; viem takes them for one where they are capitals.
      const isOneCase = /^0x(?:[\da-f]+|[\dA-F]+)$/.test(flipped)
      expect(isEvmAddress(flipped)).toBe(isOneCase || isAddress(flipped))
    }
  })

  test.each([
    '',
    '0x',
    `0x${'1'.repeat(39)}`,
    `0x${'1'.repeat(41)}`,
    `0x${'g'.repeat(40)}`,
    '1'.repeat(42),
    'So11111111111111111111111111111111111111112',
  ])('is no address: %p', (text) => expect(isEvmAddress(text)).toBe(false))
})
