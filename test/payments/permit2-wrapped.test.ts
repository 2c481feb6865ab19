import { x402ExactPermit2ProxyAddress } from '@x402/evm'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Address, concatHex, encodeFunctionData, http, parseAbi } from 'viem'
import { createEvmClient } from '../../src/adapters/chains/evm/evm-client.ts'
import { createLookUp } from '../../src/adapters/payments/look-up.ts'
import { unixMs, usdMicros } from '../../src/domain/brands.ts'
import { HOUR_MS } from '../../src/domain/limits.ts'
import { PAYMENT_NETWORK } from '../../src/domain/payments/payment.ts'
import { permit2Nonce } from '../../src/domain/payments/permit2-transfer.ts'
import { refusalOf } from '../support/app-error.ts'
import { PAY_TO, PRICE } from '../support/payment-bank.ts'
import { type BaseNode, startBaseNode } from './support/base-node.ts'
import { deployPermit2, describeWithPermit2, PERMIT2_ADDRESS } from './support/permit2-contracts.ts'
import { newPermit2Payer, type Permit2Payment, settleData } from './support/permit2-payer.ts'

setDefaultTimeout(180_000)

const STRANGER = '0x00000000000000000000000000000000000000fe'
const WRAPPER: Address = '0x00000000000000000000000000000000000c0de6'
/** Hands its calldata on to x402's contract, which ignores what follows its own, and fails with it. */
const WRAPPER_CODE = concatHex(['0x363d3d373d3d363d3d73', x402ExactPermit2ProxyAddress, '0x5af160285760006000fd5b00'])
const INVALIDATE = parseAbi(['function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)'])

describeWithPermit2('decision "Payments by Permit2": what is settled out of another contract', () => {
  let node: BaseNode
  beforeAll(async () => {
    node = await startBaseNode()
    await deployPermit2(node)
    await node.call('anvil_setCode', WRAPPER, WRAPPER_CODE)
  }, 180_000)
  afterAll(() => node.stop())

  const invalidate = ({ permit2Authorization: { from, nonce } }: Permit2Payment) => {
    const args = [BigInt(nonce) >> 8n, 1n << (BigInt(nonce) & 255n)] as const
    return node.sendAs(from, encodeFunctionData({ abi: INVALIDATE, functionName: 'invalidateUnorderedNonces', args }), PERMIT2_ADDRESS)
  }
  const lookUp = ({ permit2Authorization: { from, nonce, deadline } }: Permit2Payment, sinceMs = Date.now() - 60_000) =>
    createLookUp(createEvmClient(http(node.url), PAYMENT_NETWORK.chainId))(
      {
        network: PAYMENT_NETWORK.caip2,
        payer: from.toLowerCase(),
        payTo: PAY_TO.toLowerCase(),
        amountUsdMicros: usdMicros(PRICE.dryRun),
        nonce: permit2Nonce(nonce),
        validBeforeMs: unixMs((Number(deadline) + 1) * 1_000),
      },
      unixMs(sinceMs),
    )

  test('one transfer is never two payments: neither the one that was settled so nor the one whose nonce its payer only used up is decided', async () => {
    const payer = await newPermit2Payer(node)
    const [settled, claimed] = [await payer.sign('exact', PRICE.dryRun), await payer.sign('exact', PRICE.dryRun)]
    await node.sendAs(STRANGER, concatHex([settleData(settled), settleData(claimed)]), WRAPPER)
    await invalidate(claimed)
    expect(await node.paymentsTo(PAY_TO)).toHaveLength(1)
    for (const payment of [settled, claimed]) expect(await refusalOf(lookUp(payment))).toMatchObject({ code: 'payment_unavailable' })
  })

  test('beside a payment that was settled plainly, one whose nonce its payer ended has lapsed, and one that nobody used is open until its time is over', async () => {
    const payer = await newPermit2Payer(node)
    const [settled, ended, open] = [
      await payer.sign('exact', PRICE.dryRun),
      await payer.sign('exact', PRICE.dryRun),
      await payer.sign('exact', PRICE.dryRun),
    ]
    await node.sendAs(STRANGER, settleData(settled), x402ExactPermit2ProxyAddress)
    await invalidate(ended)
    expect(await lookUp(settled)).toMatchObject({ state: 'used' })
    expect(await lookUp(ended)).toEqual({ state: 'lapsed' })
    expect(await lookUp(open)).toEqual({ state: 'open' })
    await node.call('evm_increaseTime', 400)
    await node.call('evm_mine')
    expect(await lookUp(open)).toEqual({ state: 'lapsed' })
  })

  test('decision "A wrong clock": a clock that was two hours ahead when the payment came makes no paid one unpaid', async () => {
    const payer = await newPermit2Payer(node)
    const paid = await payer.sign('exact', PRICE.dryRun, { maxTimeoutSeconds: 3_000 })
    await node.sendAs(STRANGER, settleData(paid), x402ExactPermit2ProxyAddress)
    // Blocks of eight seconds, until it could not be settled any more.
    await node.call('anvil_mine', '0x200', '0x8')
    expect(await refusalOf(lookUp(paid, Date.now() + 2 * HOUR_MS))).toMatchObject({ code: 'payment_unavailable' })
    expect(await lookUp(paid)).toMatchObject({ state: 'used' })
  })
})
