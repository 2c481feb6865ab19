import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Address, encodeFunctionData, type Hex, http, parseSignature } from 'viem'
import { MULTICALL } from '../../src/adapters/chains/evm/evm-rpc.ts'
import { multicallAbi } from '../../src/adapters/chains/evm/evm-shape.ts'
import { createEvmClient } from '../../src/adapters/chains/evm/evm-client.ts'
import { createLookUp } from '../../src/adapters/payments/look-up.ts'
import { PAYMENT_NETWORK, type Authorization } from '../../src/domain/payments/payment.ts'
import { unixMs } from '../../src/domain/brands.ts'
import standIns from '../evm/support/stand-ins.json'
import { HOUR_MS } from '../../src/domain/limits.ts'
import { refusalOf } from '../support/app-error.ts'
import { PRICE } from '../support/payment-bank.ts'
import { newPerson } from '../support/test-app.ts'
import { type BaseNode, describeOnBase, startBaseNode, USDC_ABI } from './support/base-node.ts'
import { newEvmPayer } from './support/evm-payer.ts'

setDefaultTimeout(180_000)

describeOnBase('authorizations that their payer sends by itself, several in one transaction', () => {
  let node: BaseNode
  beforeAll(async () => {
    node = await startBaseNode()
    await node.call('anvil_setCode', MULTICALL, standIns.code.StandInMulticall)
  }, 180_000)
  afterAll(() => node.stop())

  const callOf = ({ payer, payTo, amountUsdMicros: amount, validAfterSec, validBeforeSec, nonce, signature }: Authorization) => {
    const { r, s, v, yParity } = parseSignature(signature as Hex)
    const terms = [payer as Hex, payTo as Hex, amount as bigint, BigInt(validAfterSec), BigInt(validBeforeSec), nonce as Hex] as const
    const callData = encodeFunctionData({
      abi: USDC_ABI,
      functionName: 'transferWithAuthorization',
      args: [...terms, Number(v ?? BigInt(yParity) + 27n), r, s],
    })
    return { target: PAYMENT_NETWORK.asset as Address, allowFailure: false, callData }
  }
  const batch = (authorizations: readonly Authorization[]) =>
    node.sendAs(
      '0x00000000000000000000000000000000000000fd',
      encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [authorizations.map(callOf)] }),
      MULTICALL,
    )
  const lookUp = async (authorization: Authorization, sinceMs = Date.now() - 60_000) => {
    const client = createEvmClient(http(node.url), PAYMENT_NETWORK.chainId)
    const validBeforeMs = unixMs(authorization.validBeforeSec * 1_000)
    return createLookUp(client)({ ...authorization, network: PAYMENT_NETWORK.caip2, validBeforeMs }, unixMs(sinceMs))
  }

  test('decision "Payments may be valid for an hour at most": a nonce that was used for another transfer is no payment, whatever else the transaction paid us', async () => {
    const payer = await newEvmPayer(node)
    const [claimed, other] = [await payer.sign(PRICE.dryRun), await payer.sign(PRICE.dryRun)]
    const elsewhere = `0x${Buffer.from(newPerson().pair.publicKey.slice(0, 20)).toString('hex')}`
    const spoiled = await payer.sign(1n, { nonce: claimed.nonce, payTo: elsewhere })
    await batch([spoiled, other])
    expect(await lookUp(claimed)).toEqual({ state: 'lapsed' })
    expect(await lookUp(other)).toMatchObject({ state: 'used' })
  })

  test('decision "A wrong clock": a clock that was an hour ahead when the payment came makes no paid one unpaid, and one that was behind changes nothing', async () => {
    const payer = await newEvmPayer(node)
    const [paid, spoiled] = [await payer.sign(PRICE.dryRun), await payer.sign(PRICE.dryRun)]
    const elsewhere = `0x${Buffer.from(newPerson().pair.publicKey.slice(0, 20)).toString('hex')}`
    await batch([paid, await payer.sign(1n, { nonce: spoiled.nonce, payTo: elsewhere })])
    const refusal = await refusalOf(() => lookUp(paid, Date.now() + HOUR_MS))
    expect(refusal).toMatchObject({ code: 'payment_unavailable' })
    expect(await lookUp(paid, Date.now() - HOUR_MS)).toMatchObject({ state: 'used' })
    expect(await lookUp(spoiled, Date.now() + HOUR_MS)).toEqual({ state: 'lapsed' })
  })

  test('decision "Payments may be valid for an hour at most": two that were both paid are both used, in one transaction', async () => {
    const payer = await newEvmPayer(node)
    const both = [await payer.sign(PRICE.dryRun), await payer.sign(PRICE.dryRun)]
    await batch(both)
    const [one, two] = [await lookUp(both[0]!), await lookUp(both[1]!)]
    expect([one.state, two.state]).toEqual(['used', 'used'])
    expect((one as { transaction: string }).transaction).toBe((two as { transaction: string }).transaction)
  })
})
