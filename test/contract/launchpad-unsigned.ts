import { expect, test } from 'bun:test'
import type { Mint } from '../../src/domain/brands.ts'
import type { UnsignedTransaction } from '../../src/domain/operation.ts'
import { fromBase64, toBase64 } from '../../src/lib/bytes.ts'
import type { Launcher } from '../../src/ports/launchpad/launcher.ts'
import { expectRefusal } from '../support/app-error.ts'
import type { LaunchpadActions } from './launchpad-harness.ts'
import { someOf } from '../support/property.ts'

/** Launches that the client signs. */
export function unsignedTests(actions: () => LaunchpadActions): void {
  const refused = (unsigned: readonly UnsignedTransaction[], signed: readonly string[]) =>
    expectRefusal('signed_transaction_mismatch', () => actions().launchpad.unsigned!.accept(unsigned, signed))

  /** Two launches of one launcher and one mint that differ in their name, and what their signers sign. */
  async function offered() {
    const { harness, launchpad, planFor } = actions()
    const launcher = await harness.fundedLauncher()
    const mint = launchpad.facts.clientHoldsMint ? harness.newSigner() : null
    const plan = await planFor(3)
    const prepare = (name: string) =>
      launchpad.unsigned!.prepare({ ...plan, name }, launcher.wallet, mint && (mint.wallet as string as Mint))
    const signersOf = ({ signers }: UnsignedTransaction) =>
      signers.map((signer) => (signer === launcher.wallet ? launcher : signer === mint?.wallet ? mint : null))
    const signed = (transactions: readonly UnsignedTransaction[], change = (by: (Launcher | null)[]) => by) =>
      Promise.all(transactions.map((transaction) => harness.sign(transaction, change(signersOf(transaction)))))
    return { launcher, plan, ours: await prepare('Ours'), other: await prepare('Other'), signed }
  }

  test('rules 10.20: what was handed out and is signed by its signers is taken as it stands, sent nowhere, and lands as one locked coin', async () => {
    const { launchpad, settle } = actions()
    if (!launchpad.unsigned) return
    const { launcher, plan, ours, signed } = await offered()
    const before = await launchpad.balanceOf(launcher.wallet)
    const signedBase64 = await signed(ours.transactions)
    const taken = await launchpad.unsigned.accept(ours.transactions, signedBase64)
    const facts = ({ steps, lastValidBlockHeight, bundle }: (typeof ours.transactions)[number] | (typeof taken)[number]) => ({
      steps,
      lastValidBlockHeight,
      bundle,
    })
    expect(taken.map(facts)).toEqual(ours.transactions.map(facts))
    expect(taken.map(({ bytesBase64 }) => bytesBase64)).toEqual(signedBase64)
    expect([await launchpad.isCreated(ours.mint), await launchpad.balanceOf(launcher.wallet)]).toEqual([false, before])
    expect((await settle(taken)).map(({ status, error }) => [status, error])).toEqual(taken.map(() => ['landed', null]))
    const { shareholders } = plan
    const coin = await launchpad.readCoin(ours.mint, { shareholders, launcher: launcher.wallet })
    expect(coin).toMatchObject({ creator: launcher.wallet, feeShare: { locked: true, shareholders } })
  })

  test('rules 10.20: another message of the same signers, and one with any byte changed, are refused', async () => {
    if (!actions().launchpad.unsigned) return
    const { ours, other, signed } = await offered()
    const [good, foreign] = [await signed(ours.transactions), await signed(other.transactions)]
    await refused(ours.transactions, foreign)
    await refused(ours.transactions, [...good.slice(0, -1), foreign.at(-1)!])
    const bytes = fromBase64(good.at(-1)!)!
    for (const index of someOf(bytes.length)) {
      const changed = Uint8Array.from(bytes)
      changed[index]! ^= 1 << (index % 8)
      await refused(ours.transactions, [...good.slice(0, -1), toBase64(changed)])
    }
    for (const text of [toBase64(bytes.slice(0, -1)), toBase64(Uint8Array.of(...bytes, 0)), '', '%', 'AAAA'])
      await refused(ours.transactions, [...good.slice(0, -1), text])
    for (const few of [[], [...good, ...good]]) await refused(ours.transactions, few)
  })

  test('rules 10.20: a launch that a signer has not signed, or another has in its place, is refused', async () => {
    const { harness, launchpad } = actions()
    if (!launchpad.unsigned) return
    const { ours, signed } = await offered()
    const stranger = harness.newSigner()
    await refused(
      ours.transactions,
      ours.transactions.map(({ bytesBase64 }) => bytesBase64),
    )
    for (const index of ours.transactions.at(-1)!.signers.keys()) {
      for (const instead of [null, stranger])
        await refused(ours.transactions, await signed(ours.transactions, (by) => by.with(Math.min(index, by.length - 1), instead)))
    }
    expect(await launchpad.unsigned.accept(ours.transactions, await signed(ours.transactions))).toHaveLength(ours.transactions.length)
  })

  test('rules 10.20: what the client’s wallet sent by itself is found by its hash, and what does something else or was never sent is refused', async () => {
    const { harness, launchpad, settle } = actions()
    const { unsigned } = launchpad
    expect(unsigned?.acceptSent === undefined).toBe(harness.sendAlone === null)
    if (!unsigned?.acceptSent || !harness.sendAlone) return
    const { launcher, plan, ours, other, signed } = await offered()
    const refuse = (offered: typeof ours, sent: readonly string[]) =>
      expectRefusal('signed_transaction_mismatch', () => unsigned.acceptSent!(offered.transactions, sent))
    for (const never of ['ab'.repeat(32), '', 'nonsense'])
      await refuse(
        ours,
        ours.transactions.map(() => `0x${never}`),
      )
    const hashes: string[] = []
    for (const signedBase64 of await signed(ours.transactions)) hashes.push(await harness.sendAlone(signedBase64))
    await refuse(other, hashes)
    for (const wrong of [[], [...hashes, ...hashes]]) await refuse(ours, wrong)
    const taken = await unsigned.acceptSent(ours.transactions, hashes)
    expect(taken.map(({ signature }) => signature as string)).toEqual(hashes)
    expect((await settle(taken)).map(({ status, error }) => [status, error])).toEqual(taken.map(() => ['landed', null]))
    const { shareholders } = plan
    const coin = await launchpad.readCoin(ours.mint, { shareholders, launcher: launcher.wallet })
    expect(coin).toMatchObject({ creator: launcher.wallet, feeShare: { locked: true, shareholders } })
  })
}
