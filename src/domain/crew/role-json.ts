import { Type } from '@sinclair/typebox'
import type { PaidRole, ShareRole } from './role.ts'

/** All roles of one wallet of a split, on the wire. */
export const ShareRoleJson = Type.Unsafe<ShareRole>(
  Type.String({
    pattern: '^(kol|agent|referrer|treasury)(\\+(kol|agent|referrer|treasury)){0,3}$',
    description: 'kol, agent, referrer or treasury; joined by + where one wallet holds several.',
  }),
)

/** What a wallet was paid as, on the wire. */
export const PaidRoleJson = Type.Unsafe<PaidRole>(
  Type.String({
    pattern: '^(unknown|(kol|agent|referrer|treasury)(\\+(kol|agent|referrer|treasury)){0,3})$',
    title: 'PaidRole',
    description: 'In the coin’s split: kol, agent, referrer or treasury, joined by + where one wallet holds several; else unknown.',
  }),
)
