import { type Static, Type } from '@sinclair/typebox'
import { type CrewSeat, HireRole } from '../crew/crew.ts'
import type { Shareholder } from '../crew/fee-map.ts'

/** Wire form of one wallet of a split. */
export const ShareholderView = Type.Object({
  wallet: Type.String({ description: 'Where it is paid; `launcher` in a plan that does not name the launcher yet.' }),
  role: Type.String({ description: 'kol, agent, referrer or treasury; joined by + where one wallet holds several.' }),
  handle: Type.String(),
  bps: Type.Integer({ description: 'Of all creator fees, in basis points.' }),
})
ShareholderView.title = 'Shareholder'

export type ShareholderView = Static<typeof ShareholderView>

/** Wire form of a promoter of a plan. */
export const CrewSeatView = Type.Object({
  handle: Type.String(),
  wallet: Type.String(),
  share: Type.Integer({ description: 'Percent of the crew pool.' }),
  hireRole: HireRole,
  effectiveBps: Type.Integer({ description: 'Of all creator fees, in basis points.' }),
})
CrewSeatView.title = 'CrewSeat'

export type CrewSeatView = Static<typeof CrewSeatView>

/** The wallet of a split as JSON. */
export const shareholderView = ({ wallet, role, handle, bps }: Shareholder): ShareholderView => ({ wallet, role, handle, bps })

/** The promoter as JSON. */
export const crewSeatView = ({ handle, wallet, share, hireRole, effectiveBps }: CrewSeat): CrewSeatView => ({
  handle,
  wallet,
  share,
  hireRole,
  effectiveBps,
})
