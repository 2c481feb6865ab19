import { expect, setDefaultTimeout, test } from 'bun:test'
import { createClankerLaunchpad } from '../../src/adapters/launchpads/clanker/launchpad.ts'
import { bps, lamports } from '../../src/domain/brands.ts'
import type { TransactionState } from '../../src/domain/operation.ts'
import { Secret } from '../../src/lib/secret.ts'
import { describeAnvil, startAnvil } from './support/anvil.ts'
import { clankerOptions } from './support/clanker-scene.ts'
import { ETH, newEvmKey, newEvmWallet } from './support/evm-scene.ts'

// The real Clanker, as Base has it now: BASE_RPC_URL names a node whose state is forked. Nothing reaches Base.
const FORK = process.env.BASE_RPC_URL
setDefaultTimeout(600_000)

if (FORK === undefined) console.warn('test/evm/clanker-fork.test.ts is not run: BASE_RPC_URL names no node of Base')
else
  describeAnvil('rules 1.10: a launch with Clanker on a fork of Base', () => {
    test.each([1, 7])('with %i wallets lands locked in one transaction, and nothing waits yet', async (count) => {
      const anvil = await startAnvil({ fork: FORK })
      const launchpad = createClankerLaunchpad(clankerOptions(anvil, { rpcTimeoutMs: 60_000 }))
      const { key, wallet } = newEvmKey()
      await anvil.setBalance(wallet, ETH)
      const launcher = launchpad.parseLauncher(new Secret<string>(key))
      const shareholders = Array.from({ length: count }, (_, index) => ({
        wallet: newEvmWallet(),
        bps: bps(index === 0 ? 10_000 - 1_000 * (count - 1) : 1_000),
      }))
      const plan = { name: 'Fork Coin', ticker: 'FORK', metadataUri: 'https://coins.example/m/Fork12', initialBuyAtomic: lamports(0) }
      const { mint, transactions } = await launchpad.prepareLaunch({ ...plan, shareholders, atomicRequired: true }, launcher)
      expect(transactions).toHaveLength(1)
      let states: readonly TransactionState[] = []
      for (let round = 0; round < 20 && states[0]?.status !== 'landed'; round += 1) {
        states = await launchpad.advance(transactions)
        await anvil.mine(2)
      }
      expect(states.map(({ status }) => status)).toEqual(['landed'])
      expect(await launchpad.readCreatedMint(transactions[0]!, transactions[0]!.signature)).toBe(mint)
      const record = { shareholders, launcher: launcher.wallet, createHeight: states[0]!.height! }
      expect((await launchpad.readCoin(mint, record))!.feeShare).toEqual({ locked: true, shareholders })
      const offer = await launchpad.feeShare!.prepareDistribution(mint, launcher, record)
      expect(offer.prepared).toBeNull()
      await anvil.stop()
    })
  })
