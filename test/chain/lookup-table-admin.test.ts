import { expect, test } from 'bun:test'
import { PublicKey } from '@solana/web3.js'
import { createPumpContext } from '../../src/adapters/launchpads/pump/launchpad.ts'
import {
  createOperatorTable,
  extendOperatorTable,
  showOperatorTable,
} from '../../src/adapters/launchpads/pump/launch/lookup-table-admin.ts'
import type { Wallet } from '../../src/domain/brands.ts'
import { describeChain } from './support/describe-chain.ts'
import { placeLookupTable } from './support/lookup-table.ts'
import { codeOf, createPumpScene, freshWallet, fundedLauncher, lamportsOf, settle } from './support/pump-scene.ts'

describeChain('decision "The command line": the operator’s lookup table', () => {
  test('create makes it for the rent that was said, show finds nothing missing, extend has nothing to do', async () => {
    const { server, launchpad, launcher, options } = await createPumpScene()
    const context = createPumpContext(options)
    const change = await createOperatorTable(context, launcher)
    expect((await settle(launchpad, change.transactions)).every(({ status }) => status === 'landed')).toBe(true)
    expect(lamportsOf(server, change.table)).toBe(change.rentLamports)
    const report = await showOperatorTable(context, change.table)
    expect(report).toMatchObject({ table: change.table, authority: launcher.wallet, missing: [] })
    expect(report.addresses).toEqual([...change.added])
    expect(await extendOperatorTable(context, change.table, launcher)).toMatchObject({ added: [], transactions: [], rentLamports: 0n })
    await server.stop()
  })

  test('extend adds what an older table lacks, by its authority alone', async () => {
    const { server, launchpad, launcher, options } = await createPumpScene()
    const context = createPumpContext(options)
    const old = placeLookupTable(server.chain, [new PublicKey(freshWallet())], new PublicKey(launcher.wallet))
    const table = old.key.toBase58() as Wallet
    const { missing } = await showOperatorTable(context, table)
    expect(missing.length).toBeGreaterThan(20)
    expect(await codeOf(extendOperatorTable(context, table, fundedLauncher(server, launchpad)))).toBe('lookup_table_invalid')
    const change = await extendOperatorTable(context, table, launcher)
    await settle(launchpad, change.transactions)
    expect(await showOperatorTable(context, table)).toMatchObject({ missing: [] })
    await server.stop()
  })

  test('an address that is no table is refused', async () => {
    const { server, launcher, options } = await createPumpScene()
    const context = createPumpContext(options)
    expect(await codeOf(showOperatorTable(context, launcher.wallet))).toBe('lookup_table_invalid')
    expect(await codeOf(showOperatorTable(context, freshWallet()))).toBe('lookup_table_invalid')
    await server.stop()
  })
})
