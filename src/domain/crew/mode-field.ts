import { Type } from '@sinclair/typebox'
import { Enum } from '../json.ts'
import { feeMapOf, type Mode, MODES } from './fee-map.ts'

/** The split of a mode, in percent, as text. */
function splitOf(mode: Mode): string {
  const { crewPoolBps, agentBps, treasuryBps } = feeMapOf(mode, false)
  return `${mode} ${[crewPoolBps, agentBps, treasuryBps].map((partBps) => partBps / 100).join('/')}`
}

/** The split that a request asks for; what each is stands in its description. @see rules 2.1 */
export const ModeField = Type.Optional(
  Enum(MODES, {
    description: `Percent of the creator fees for crew/launcher/treasury: ${MODES.map(splitOf).join(', ')}; default agent. With a referred key ${feeMapOf('agent', true).referrerBps / 100} of the treasury’s go to the referrer.`,
  }),
)
