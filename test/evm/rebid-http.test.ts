import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import { type Anvil, describeAnvil } from './support/anvil.ts'
import { baseFeeOf, bidOf, mineAt } from './support/base-fee.ts'
import { createClankerService } from './support/clanker-service.ts'
import { ETH } from './support/evm-scene.ts'
import { createEvmService } from './support/evm-service.ts'

setDefaultTimeout(180_000)

/** The chain asks six times as much as when a transaction was signed, each time before one of them is sent. */
function rising(own: Launchpad, anvil: Anvil): Launchpad {
  const risenOf = new Map<string, bigint>()
  return {
    ...own,
    async advance(transactions) {
      const { signature } = transactions[0]!
      const risenWei = risenOf.get(signature) ?? 6n * (await baseFeeOf(anvil))
      risenOf.set(signature, risenWei)
      await mineAt(anvil, risenWei)
      return own.advance(transactions)
    },
  }
}

const SERVICES = [
  ['zora', createEvmService],
  ['clanker', createClankerService],
] as const

describeAnvil('decision "A second bid is signed with the first": through the API', () => {
  test.each(SERVICES)(
    'rules 10.13 and 10.27: %s: launch and crank end by the second bid, and are told by its hash',
    async (_name, create) => {
      const service = await create({ pad: rising })
      await mineAt(service.anvil, 10n ** 6n)
      const launcher = await service.person()
      const nonce = async () => Number(await service.anvil.call<string>('eth_getTransactionCount', launcher.wallet, 'latest'))
      const launched = await service.post('/api/agent/launch', service.body(launcher), launcher)
      expect(launched).toMatchObject({ status: 201, body: { feeShareLocked: true } })
      const { mint, signature } = launched.body
      expect(await nonce()).toBe(1)
      expect(await bidOf(service.anvil, signature)).toBeGreaterThan(6n * 10n ** 6n)
      await service.trade(mint, ETH)
      const cranked = await service.post('/api/agent/crank', { mint }, launcher)
      expect(cranked).toMatchObject({ status: 200, body: { missing: null } })
      expect(await nonce()).toBe(2)
      const { remits } = (await service.get(`/api/remits?mint=${mint}`)).body
      expect(new Set(remits.map((remit: { signature: string }) => remit.signature))).toEqual(new Set([cranked.body.signature]))
      // It landed, and paid once what the record says.
      expect(await service.anvil.call<object | null>('eth_getTransactionReceipt', cranked.body.signature)).toMatchObject({ status: '0x1' })
      const paid = remits.reduce((sum: bigint, { amount }: { amount: { amount: string } }) => sum + BigInt(amount.amount), 0n)
      expect(String(paid)).toBe(cranked.body.distributed.amount)
      await service.stop()
    },
  )
})
