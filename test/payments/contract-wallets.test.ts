import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Authorization } from '../../src/domain/payments/payment.ts'
import { paymentHeaders, PRICE } from '../support/payment-bank.ts'
import { type BaseNode, describeOnBase, startBaseNode } from './support/base-node.ts'
import { type FacilitatorServer, startFacilitator } from './support/facilitator-server.ts'
import { newOwnedWallet, setMulticall, WALLET_FACTORY } from './support/owned-wallet.ts'
import { FORMS, newCoin, paymentEnv, type PaidService, startPaidService } from './support/paid-service.ts'

setDefaultTimeout(180_000)

const DRY_RUN = '/api/agent/launch/dry-run'
const HELD = 1_000_000_000n
const MAGIC = '6492'.repeat(16)
const UNDEPLOYED = {
  status: 402,
  body: { code: 'payment_refused', detail: expect.stringContaining('wallet_not_deployed_deploy_it_first') },
}

describeOnBase('wallets that are contracts (ERC-1271), deployed or not yet (ERC-6492)', () => {
  let node: BaseNode
  let service: PaidService
  let facilitator: FacilitatorServer
  beforeAll(async () => {
    node = await startBaseNode()
  }, 180_000)
  afterAll(() => node.stop())
  const start = async (form: (typeof FORMS)[number], factories: string[] = []) => {
    facilitator = startFacilitator(node.url, null, factories)
    service = await startPaidService(paymentEnv(form, node, facilitator.url))
  }
  afterEach(async () => {
    await service.stop()
    facilitator.stop()
  })
  const pay = (authorization: Authorization, body = newCoin().body) => service.call('POST', DRY_RUN, body, paymentHeaders(authorization))

  describe.each(FORMS)('%s', (form) => {
    test('decision "A payer that is a contract": a deployed wallet pays once, however often its payment is sent, with the wrapper of ERC-6492 or without', async () => {
      await start(form)
      const wallet = await newOwnedWallet(node)
      await wallet.deploy()
      for (const signed of [await wallet.sign(PRICE.dryRun), await wallet.signWrapped(PRICE.dryRun)]) {
        const { body } = newCoin()
        const before = await node.balanceOf(wallet.address)
        const replies = await Promise.all([1, 2, 3].map(() => pay(signed, body)))
        expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
        expect(await pay(signed, body)).toMatchObject({ status: 409, body: { code: 'payment_used' } })
        expect(before - (await node.balanceOf(wallet.address))).toBe(PRICE.dryRun)
      }
      expect(await service.states()).toEqual({ done: 2 })
    })

    test('decision "A payer that is a contract": what its owner did not sign, and a wrapper that cannot be read, is refused', async () => {
      await start(form)
      const [wallet, other] = [await newOwnedWallet(node), await newOwnedWallet(node)]
      await wallet.deploy()
      const foreign = await other.sign(PRICE.dryRun, { payer: wallet.address })
      for (const signature of [foreign.signature, `0x${'ab'.repeat(64)}${MAGIC}`])
        expect(await pay({ ...foreign, signature })).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
      expect([await service.states(), await node.balanceOf(wallet.address)]).toEqual([{}, HELD])
    })

    test('decision "A payer that is a contract": a wallet that is not deployed yet is told to deploy itself; nothing is deployed, sent or kept', async () => {
      await start(form)
      const wallet = await newOwnedWallet(node)
      const block = await node.call('eth_blockNumber')
      expect(await pay(await wallet.signWrapped(PRICE.dryRun))).toMatchObject(UNDEPLOYED)
      expect([await node.call('eth_blockNumber'), await wallet.isDeployed(), await service.states()]).toEqual([block, false, {}])
      await wallet.deploy()
      expect((await pay(await wallet.sign(PRICE.dryRun))).status).toBe(200)
    })
  })

  test('decision "A payer that is a contract": an external facilitator that deploys such a wallet itself is let; it pays once', async () => {
    await start(FORMS[0], [WALLET_FACTORY])
    await setMulticall(node)
    const wallet = await newOwnedWallet(node)
    const signed = await wallet.signWrapped(PRICE.dryRun)
    const { body } = newCoin()
    expect((await pay(signed, body)).status).toBe(200)
    expect(await pay(signed, body)).toMatchObject({ status: 409, body: { code: 'payment_used' } })
    expect([await wallet.isDeployed(), await node.balanceOf(wallet.address)]).toEqual([true, HELD - PRICE.dryRun])
  })
})
