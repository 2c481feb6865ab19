import { AppError } from '../../../domain/errors.ts'
import type { Programs } from '../../../ports/launchpad/programs.ts'
import type { PumpContext } from './context.ts'
import { PUMP_FACTS } from './facts.ts'
import { rehearseLaunch } from './launch/rehearse-launch.ts'

/** The programs of pump, as the nodes say they are deployed, and a launch that is rehearsed on each of these nodes alone. */
export const createPumpPrograms = ({ programs }: Pick<PumpContext, 'programs'>, nodes: readonly PumpContext[]): Programs => ({
  rehearse: () => rehearseLaunch(nodes),
  async read() {
    const reports = await programs.read()
    if (reports.some(({ verdict }) => verdict === 'unread'))
      throw new AppError('upstream_unavailable', { upstream: `${PUMP_FACTS.upstream} (programs)` })
    return reports.map(({ program: { name, address }, verdict, sha256, control }) => ({
      name,
      address,
      seen: verdict === 'disputed' ? null : { build: sha256!, control: control! },
      known: verdict !== 'unknown',
    }))
  },
})
