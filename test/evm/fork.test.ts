import { expect, setDefaultTimeout, test } from 'bun:test'
import { encodeFunctionData, parseAbi } from 'viem'
import { createZoraLaunchpad, type ZoraOptions } from '../../src/adapters/launchpads/zora/launchpad.ts'
import { bps, lamports } from '../../src/domain/brands.ts'
import type { SignedTransaction } from '../../src/domain/operation.ts'
import { Secret } from '../../src/lib/secret.ts'
import { describeAnvil, startAnvil } from './support/anvil.ts'
import { ETH, newEvmKey, newEvmWallet, zoraOptions } from './support/evm-scene.ts'

// The real Zora and 0xSplits, as Base has them now: BASE_RPC_URL names a node whose state is forked. Nothing reaches Base.
const FORK = process.env.BASE_RPC_URL
setDefaultTimeout(600_000)

if (FORK === undefined) console.warn('test/evm/fork.test.ts is not run: BASE_RPC_URL names no node of Base')
else
  describeAnvil('rules 1.10: a launch on a fork of Base', () => {
    test.each(['push-split', 'payment-splitter'] as ZoraOptions['split'][])(
      'lands locked, and its split pays 60/15/25: %s',
      async (split) => {
        const anvil = await startAnvil({ fork: FORK })
        const launchpad = createZoraLaunchpad(zoraOptions(anvil, { split, rpcTimeoutMs: 60_000 }))
        const { key, wallet } = newEvmKey()
        await anvil.setBalance(wallet, ETH)
        const launcher = launchpad.parseLauncher(new Secret<string>(key))
        const shareholders = [6_000, 1_500, 2_500].map((share) => ({ wallet: newEvmWallet(), bps: bps(share) }))
        const settle = async (transactions: readonly SignedTransaction[]) => {
          for (let round = 0; round < 20; round += 1) {
            const states = await launchpad.advance(transactions)
            await anvil.mine(2)
            if (states.every(({ status }) => status !== 'pending')) return states.map(({ status }) => status)
          }
          throw new Error('nothing is decided')
        }
        const { mint, transactions } = await launchpad.prepareLaunch(
          {
            name: 'Fork Coin',
            ticker: 'FORK',
            metadataUri: 'https://coins.example/m/Fork12',
            initialBuyAtomic: lamports(0),
            shareholders,
            atomicRequired: false,
          },
          launcher,
        )
        expect(await settle(transactions)).toEqual(['landed'])
        const record = { shareholders, launcher: launcher.wallet }
        const coin = (await launchpad.readCoin(mint, record))!
        expect(coin.feeShare).toEqual({ locked: true, shareholders })

        // What trades pay in is put there by hand: the swap is Uniswap's, and its share of fees was measured elsewhere.
        const recipient = await anvil.call<string>(
          'eth_call',
          { to: mint, data: encodeFunctionData({ abi: parseAbi(['function payoutRecipient() view returns (address)']) }) },
          'latest',
        )
        await anvil.setBalance(`0x${recipient.slice(-40)}`, ETH)
        const offer = await launchpad.feeShare!.prepareDistribution(mint, launcher, record)
        expect(await settle(offer.prepared!.transactions)).toEqual(['landed'])
        for (const { wallet: paid, bps: share } of shareholders) {
          const wei = await launchpad.balanceOf(paid)
          expect(wei).toBeGreaterThan((ETH * BigInt(share)) / 10_000n - 10n)
          expect(wei).toBeLessThanOrEqual((ETH * BigInt(share)) / 10_000n)
        }
        const distribution = await launchpad.feeShare!.readDistribution(mint, offer.prepared!.transactions[0]!.signature, record)
        expect(distribution!.payments).toHaveLength(3)
        await anvil.stop()
      },
    )
  })
