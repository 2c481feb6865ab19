import { expect, setDefaultTimeout, test } from 'bun:test'
import { crankAllCoins } from '../../src/features/crank/crank-all-coins.ts'
import { unixMs } from '../../src/domain/brands.ts'
import type { JobRun } from '../../src/ports/scheduled-job.ts'
import { describeAnvil } from './support/anvil.ts'
import { createEvmService, type EvmService } from './support/evm-service.ts'
import { ETH, newEvmKey, newEvmWallet } from './support/evm-scene.ts'

setDefaultTimeout(180_000)

const TURN: JobRun = { dueAtMs: unixMs(0), position: null, keepPosition: async () => {}, mayContinue: async () => true }

/** Payees that may pass a trial and not the block, or the other way round. */
const TURNCOATS = {
  'reverts unless gas is free': '0x3a156008575f5ffd5b00',
  'reverts in any block': '0x5f5ffd',
  'runs in a circle until its gas is burnt': '0x5b5f56',
  'runs an invalid instruction, which burns its gas': '0xfe',
  // 0x20000 bytes of reason, for the caller to copy.
  'reverts with more than its caller can afford to read': '0x620200005ffd',
  // Fails under 400,000 gas.
  'wants more gas than a payment gets': '0x5a62061a8010600a57fe5b00',
}

describeAnvil('decision "A recipient is proved payable": a payee that changes between simulation and block', () => {
  for (const split of ['push-split', 'payment-splitter'] as const) {
    test(`${split}: it keeps no other payee from its share, whatever it does, and what is its own waits`, async () => {
      let turn = async () => {}
      const service: EvmService = await createEvmService({
        zora: { split },
        pad: (own) => ({
          ...own,
          feeShare: {
            ...own.feeShare!,
            async prepareDistribution(...input) {
              const offer = await own.feeShare!.prepareDistribution(...input)
              await turn()
              return offer
            },
          },
        }),
      })
      try {
        for (const [name, code] of Object.entries(TURNCOATS)) {
          const bad = newEvmWallet() as string
          const [first, , third] = service.crew
          const good = [first!, third!].map((member) => ({ ...member, evmWallet: newEvmWallet() as string }))
          const launcher = await service.person()
          const crew = [good[0]!, { ...service.crew[1]!, evmWallet: bad }, good[1]!]
          const launch = await service.post('/api/agent/launch', service.body(launcher, { crew }), launcher)
          expect([name, launch.status]).toEqual([name, 201])
          await service.trade(launch.body.mint, ETH)
          const treasuryBefore = await service.weiOf(service.treasury)
          // Taking payments, until the trial is over.
          await service.anvil.call('anvil_setCode', bad, '0x00')
          turn = () => service.anvil.call('anvil_setCode', bad, code)
          const crank = await service.post('/api/agent/crank', { mint: launch.body.mint }, launcher)
          turn = async () => {}
          expect([name, crank.status, crank.body.code]).toEqual([name, 200, undefined])
          for (const { evmWallet } of good) expect([name, (await service.weiOf(evmWallet)) > 0n]).toEqual([name, true])
          expect(await service.weiOf(service.treasury)).toBeGreaterThan(treasuryBefore)
          expect([name, await service.weiOf(bad)]).toEqual([name, 0n])
          const walletsOf = (amounts: { wallet: string }[] = []) => amounts.map(({ wallet }) => wallet)
          // A remit is a balance that changed.
          expect(walletsOf(crank.body.remits)).not.toContain(bad)
          expect(walletsOf((await service.get(`/api/remits?mint=${launch.body.mint}`)).body.remits)).not.toContain(bad)
          if (split === 'push-split') {
            const due = ((ETH / 200n - 1n) * BigInt(launch.body.shareholders.find((each: any) => each.wallet === bad).bps)) / 10_000n
            expect(crank.body.credited).toMatchObject([{ wallet: bad, role: 'kol', amount: { amount: String(due), currency: 'ETH' } }])
            expect(crank.body.tip).toContain(`Credited, and not paid: ${bad}`)
            expect(crank.body).not.toHaveProperty('paidOut')
            // Anyone has it paid out once it takes payments, without anything else to distribute.
            await service.anvil.call('anvil_setCode', bad, '0x00')
            await service.app.clock.advance(10_000)
            const stranger = await service.person()
            const out = await service.post('/api/agent/crank', { mint: launch.body.mint }, stranger)
            expect(out).toMatchObject({ status: 200, body: { remits: [], distributed: { amount: '0' } } })
            expect(out.body.paidOut).toMatchObject([{ wallet: bad, amount: { amount: String(due - 1n), currency: 'ETH' } }])
            expect(out.body.tip).toBe(`Paid out what had been credited to ${bad}.`)
            expect(await service.weiOf(bad)).toBe(due - 1n)
            await service.app.clock.advance(10_000)
            const none = await service.post('/api/agent/crank', { mint: launch.body.mint }, stranger)
            expect(none).toMatchObject({ status: 200, body: { signature: null } })
          }
          if (split === 'payment-splitter') {
            expect(crank.body.tip).toContain(`Not paid: ${bad}`)
            await service.anvil.call('anvil_setCode', bad, '0x00')
            await service.app.clock.advance(10_000)
            const again = await service.post('/api/agent/crank', { mint: launch.body.mint }, launcher)
            expect([again.status, again.body.remits.map(({ wallet }: { wallet: string }) => wallet)]).toEqual([200, [bad]])
          }
        }
      } finally {
        await service.stop()
      }
    })
  }

  test('a crew contract that refuses is told as such, also where only a price of gas or its own end shows it', async () => {
    const service = await createEvmService()
    try {
      for (const code of Object.values(TURNCOATS)) {
        const evmWallet = newEvmWallet() as string
        await service.anvil.call('anvil_setCode', evmWallet, code)
        const crew = service.crew.map((member, index) => (index === 1 ? { ...member, evmWallet } : member))
        const launcher = await service.person()
        const { status, body } = await service.post('/api/agent/launch', service.body(launcher, { crew }), launcher)
        expect([code, status, body.code]).toEqual([code, 400, 'crew_wallet_invalid'])
        expect(await service.weiOf(launcher.wallet)).toBe(ETH)
      }
    } finally {
      await service.stop()
    }
  })

  test('a share that is refused in each block costs the operator one transaction in six hours, however much it makes wait', async () => {
    const payer = newEvmKey()
    let turn = async () => {}
    const service: EvmService = await createEvmService({
      zora: { split: 'payment-splitter' },
      app: { env: { EVM_CRANK_PAYER_KEY: payer.key, EVM_CRANK_MAX_GWEI: '90000000', EVM_CRANK_DAILY_GWEI: '900000000' } },
      pad: (own) => ({
        ...own,
        feeShare: {
          ...own.feeShare!,
          async prepareDistribution(...input) {
            const offer = await own.feeShare!.prepareDistribution(...input)
            await turn()
            return offer
          },
        },
      }),
    })
    try {
      await service.anvil.setBalance(payer.wallet, ETH)
      const bad = newEvmWallet() as string
      const crew = service.crew.map((member, index) => (index === 0 ? { ...member, evmWallet: bad } : member))
      const launcher = await service.person()
      const launch = await service.post('/api/agent/launch', service.body(launcher, { crew }), launcher)
      expect(launch.status).toBe(201)
      const sent = async () => Number(await service.anvil.call('eth_getTransactionCount', payer.wallet, 'latest'))
      // So much that the share which stays behind is worth its transaction too.
      await service.trade(launch.body.mint, 10n * ETH)
      turn = () => service.anvil.call('anvil_setCode', bad, '0xfe')
      for (let pass = 0; pass < 36; pass += 1) {
        // Willing in each trial.
        await service.anvil.call('anvil_setCode', bad, '0x')
        await crankAllCoins(service.app.deps, TURN)
        await service.app.clock.advance(600_000)
      }
      // One that pays the others; one that pays nobody.
      expect(await sent()).toBe(2)
      await crankAllCoins(service.app.deps, TURN)
      expect(await sent()).toBe(2)
    } finally {
      await service.stop()
    }
  })
})
