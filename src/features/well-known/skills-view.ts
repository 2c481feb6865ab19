import type { HttpDeps } from '../../http/http-deps.ts'
import type { RouteDescription } from '../../http/openapi/route-table.ts'
import type { LaunchpadOperation } from '../../ports/launchpad/facts.ts'

/** What a skill rests on beside its route. */
interface Needs {
  /** What one launchpad at least has to offer, together. */
  readonly operations?: readonly LaunchpadOperation[]
  readonly jobs?: true
  /** The operator pays: no launcher secret comes this way. */
  readonly operatorPays?: true
}

/**
 * What other agents may ask for by message: routes, by the name that clients know them by. None needs a launcher secret: a launch is
 * prepared here and signed by its maker.
 */
const SKILLS: Readonly<Record<string, Needs>> = {
  discover: {},
  claimKey: {},
  searchKols: {},
  autohire: {},
  dryRun: {},
  getDryRun: {},
  prepareLaunch: { operations: ['unsigned'] },
  submitLaunch: { operations: ['unsigned'] },
  prepareWireFees: { operations: ['unsigned', 'wire-fees'] },
  prepareLockHolderKol: { operations: ['unsigned', 'lock-holder-kol'] },
  submitLock: { operations: ['unsigned'] },
  launchStatus: {},
  listLaunches: {},
  crank: { operations: ['crank'], operatorPays: true },
  listCoins: {},
  getCoin: {},
  getKit: {},
  listProof: {},
  listRemits: {},
  listJobs: { jobs: true },
  createJob: { jobs: true },
  verifyJob: { jobs: true },
  cancelJob: { jobs: true },
  listWebhooks: {},
  registerWebhook: {},
  deleteWebhook: {},
}

/** A skill as the card tells of it, with the route that answers it. */
export interface Skill {
  readonly id: string
  readonly route: RouteDescription
}

/** What the settings of this service decide of its skills. */
export type SkillDeps = Pick<HttpDeps, 'policy' | 'launchpads' | 'crankPayers' | 'routes'>

/** The skills that this service has with its settings, in the order of the table. */
export function skillsOf({ policy, launchpads, crankPayers, routes }: SkillDeps): readonly Skill[] {
  const facts = launchpads.ids.map((id) => launchpads.facts(id))
  const offers = (wanted: readonly LaunchpadOperation[], paid: boolean): boolean =>
    facts.some(
      ({ operations, chainId }) => wanted.every((one) => operations.includes(one)) && (!paid || crankPayers[chainId] !== undefined),
    )
  const byName = new Map(routes().map((route) => [route.operationId, route]))
  return Object.entries(SKILLS).flatMap(([id, { operations = [], jobs, operatorPays }]) => {
    const route = byName.get(id)
    return route && offers(operations, operatorPays === true) && (!jobs || policy.jobsEnabled) ? [{ id, route }] : []
  })
}
