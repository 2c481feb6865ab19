import { afterEach, describe, expect, test } from 'bun:test'
import { lamports, type Mint, type Signature, unixMs } from '../../../src/domain/brands.ts'
import { parseCsv } from '../../../src/lib/csv.ts'
import { remitRow } from '../../support/storage-rows.ts'
import { newPerson } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'
import type { PaidRole } from '../../../src/domain/crew/role.ts'

let scene: UpkeepScene
const get = (path: string) => scene.app.call('GET', path)

afterEach(() => scene.app.close())

describe('decision "The CSV of a wallet": the CSV of a wallet', () => {
  test('has every payment exactly, and no cell that a spreadsheet would run', async () => {
    scene = await createUpkeepScene()
    const { wallet } = newPerson()
    const hostile = ['=cmd|/C calc!A1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1', 'a,"b"\n=c', '<b>']
    await scene.app.deps.storage.remits.insert(
      hostile.map((text, index) =>
        remitRow(`h${index}`, {
          wallet,
          handle: text,
          ticker: text,
          role: text as PaidRole,
          mint: `mint${index}` as Mint,
          signature: `sig${index}` as Signature,
          amountAtomic: lamports(9_007_199_254_740_993n),
          atMs: unixMs(1_795_000_000_000 - index),
        }),
      ),
    )
    const { status, body, headers } = await get(`/api/wallets/${wallet}/remits.csv`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="remits-${wallet}.csv"`)
    expect(headers.get('content-security-policy')).toContain('sandbox')
    const [head, ...rows] = parseCsv(body as string).map(({ fields }) => fields)
    expect(head).toEqual(['at', 'amount', 'currency', 'units', 'role', 'handle', 'ticker', 'mint', 'signature', 'block'])
    expect(rows.map((row) => row[5]!)).toEqual(hostile.map((text, index) => (index < 7 ? `'${text}` : text)))
    for (const row of rows) {
      expect([row[1], row[3]]).toEqual(['9007199.254740993', '9007199254740993'])
      for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@＝]/)
    }
  })

  test('comes 5,000 payments at a time, and the link of each leads to the next until there is none', async () => {
    scene = await createUpkeepScene()
    const { wallet } = newPerson()
    const remits = Array.from({ length: 5_001 }, (_, index) => remitRow(`m${index}`, { wallet, signature: `s${index}` as Signature }))
    for (let from = 0; from < remits.length; from += 1_000) await scene.app.deps.storage.remits.insert(remits.slice(from, from + 1_000))
    const signatures: string[] = []
    let path: string | undefined = `/api/wallets/${wallet}/remits.csv`
    const sizes: number[] = []
    while (path !== undefined) {
      const { body, headers } = await get(path)
      const rows = parseCsv(body as string).slice(1)
      sizes.push(rows.length)
      signatures.push(...rows.map(({ fields }) => fields[8]!))
      path = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(sizes).toEqual([5_000, 1])
    expect(new Set(signatures).size).toBe(5_001)
  })
})
