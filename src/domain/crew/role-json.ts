import { Type } from '@sinclair/typebox'
import type { PaidRole, ShareRole } from './role.ts'

/** All roles of one wallet of a split, on the wire. */
export const ShareRoleJson = Type.Unsafe<ShareRole>(
  Type.String({
    pattern: '^(kol|agent|earnings|referrer|treasury)(\\+(kol|agent|earnings|referrer|treasury)){0,4}$',
    description: 'kol, agent, earnings, referrer or treasury; joined by + where one wallet holds several.',
  }),
)

/** What a wallet was paid as, on the wire. */
export const PaidRoleJson = Type.Unsafe<PaidRole>(
  Type.String({
    pattern: '^(unknown|(kol|agent|earnings|referrer|treasury)(\\+(kol|agent|earnings|referrer|treasury)){0,4})$',
    title: 'PaidRole',
    description:
      'In the coin’s split: kol, agent, earnings, referrer or treasury, joined by + where one wallet holds several; else unknown.',
  }),
)
