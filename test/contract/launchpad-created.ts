import { expect, test } from 'bun:test'
import type { LaunchpadActions } from './launchpad-harness.ts'

/** What a launch made, and the addresses and pages of it. */
export function createdTests(actions: () => LaunchpadActions): void {
  test('decision "The mint is read from what landed": no coin is created before the launch landed, and then the one that was signed for', async () => {
    const { harness, launchpad, planFor, settle } = actions()
    const { mint, transactions } = await launchpad.prepareLaunch(await planFor(3), await harness.fundedLauncher())
    const create = transactions.find(({ steps }) => steps.includes('create'))!
    const read = () => launchpad.readCreatedMint(create, create.signature)
    expect([await launchpad.isCreated(mint), await launchpad.isCreated(harness.unknownMint)]).toEqual([false, false])
    // Bytes that name the mint tell it before they land.
    expect([null, mint]).toContain(await read())
    await settle(transactions)
    expect([await launchpad.isCreated(mint), await read()]).toEqual([true, mint])
    expect(await launchpad.isCreated(harness.unknownMint)).toBe(false)
  })

  test('decision "The mint is read from what landed": another launch tells its own mint, and a distribution none', async () => {
    const { launchpad, planFor, launch, settle, payableDistribution } = actions()
    const { launcher, prepared } = await launch(await planFor(3))
    const { prepared: other } = await launch(await planFor(2))
    const read = (transactions: typeof other.transactions) =>
      Promise.all(transactions.map((transaction) => launchpad.readCreatedMint(transaction, transaction.signature)))
    const mints = await read(other.transactions)
    expect([mints.includes(other.mint), mints.includes(prepared.mint)]).toEqual([true, false])
    const { transactions } = await payableDistribution(prepared.mint, launcher)
    await settle(transactions)
    expect(await read(transactions)).toEqual(transactions.map(() => null))
  })

  test('rules 10.7: a wallet can sign and is spelled as it is; another spelling of it is that wallet, and what has no key cannot sign', async () => {
    const { harness, launchpad } = actions()
    const { wallet } = await harness.fundedLauncher()
    for (const own of [wallet, ...(await harness.freshWallets(2)), harness.treasury]) {
      expect([launchpad.isWallet(own), launchpad.canSign(own), launchpad.canonicalWallet(own)]).toEqual([true, true, own])
      const other = harness.otherSpelling?.(own)
      if (other === undefined) continue
      expect(other).not.toBe(own)
      expect([launchpad.isWallet(other), launchpad.canSign(other), launchpad.canonicalWallet(other)]).toEqual([true, true, own])
    }
    for (const text of [...harness.keyless, 'not a wallet', '', wallet.slice(0, -3), `${wallet} `])
      expect({ text, canSign: launchpad.canSign(text) }).toEqual({ text, canSign: false })
  })

  test('rules 10.27: the public page of a coin is one of the web, and its own', async () => {
    const { harness, launchpad, planFor } = actions()
    const { mint } = await launchpad.prepareLaunch(await planFor(1), await harness.fundedLauncher())
    const [page, other] = [mint, harness.unknownMint].map((each) => new URL(launchpad.facts.coinUrl(each)))
    // That of a simulated coin is on this service.
    if (launchpad.facts.cluster !== 'simulated') expect(page!.protocol).toBe('https:')
    expect(page!.pathname.toLowerCase()).toContain(mint.toLowerCase())
    expect(other!.href).not.toBe(page!.href)
    expect([page!.username, page!.search, page!.hash]).toEqual(['', '', ''])
  })
}
