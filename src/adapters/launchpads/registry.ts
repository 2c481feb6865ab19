import type { Tracer } from '../../ports/tracer.ts'
import { AppError } from '../../domain/errors.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import type { DisabledLaunchpad, LaunchpadRegistry } from '../../ports/launchpad-registry.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import type { MachineTime, RandomBytes } from '../../ports/clock.ts'
import type { RecordNode } from '../../ports/node-watch.ts'
import type { RecordCall } from '../chains/rpc-pool.ts'
import type { ChainSettings } from './chain-settings.ts'

/** One entry of the registry: the facts of a launchpad, and the loader of its code. */
export interface LaunchpadEntry {
  readonly facts: LaunchpadFacts
  readonly load: () => Promise<Launchpad>
}

/** Dependencies of launchpads when they are loaded. */
export interface LaunchpadMeans {
  /** Called for each call of a node or block engine. */
  readonly recordCall: (upstream: string) => RecordCall
  /** Called for each node whose state changes. */
  readonly recordNode: RecordNode
  readonly tracer: Tracer
  readonly randomBytes: RandomBytes
  readonly time: MachineTime
  /** The launchpad of the simulated chain. @throws Error where there is no such chain */
  readonly simulated: () => Promise<Launchpad>
}

/** A launchpad by the settings. */
export interface LaunchpadSetup {
  readonly facts: LaunchpadFacts
  /** Why it is disabled, as a public sentence; null where it is enabled. */
  readonly reason: string | null
  readonly chain: ChainSettings
  /** What `doctor` says of it when its settings are there, and of its chain: asks the nodes, changes nothing. */
  readonly findings?: (time: MachineTime) => Promise<readonly Finding[]>
  /** Loads it; to be called only when it is enabled. */
  readonly load: (means: LaunchpadMeans) => Promise<Launchpad>
}

/** The registry of the launchpads in the settings, the first of which is the default. */
export const openLaunchpads = (setups: readonly LaunchpadSetup[], means: LaunchpadMeans): LaunchpadRegistry =>
  createLaunchpadRegistry(
    setups.filter(({ reason }) => reason === null).map(({ facts, load }) => ({ facts, load: () => load(means) })),
    setups.flatMap(({ facts, reason }) => (reason === null ? [] : [{ facts, reason }])),
  )

/** The registry of these entries, the first of which is the default; each is loaded on first use. */
export function createLaunchpadRegistry(
  entries: readonly LaunchpadEntry[],
  disabled: readonly DisabledLaunchpad[] = [],
): LaunchpadRegistry {
  const loaded = new Map<string, Promise<Launchpad>>()
  const ids = entries.map(({ facts }) => facts.id)
  const known = new Map([...disabled, ...entries].map(({ facts }) => [facts.id, facts]))
  const refuse = (platform: string): AppError => {
    const fields = [{ path: '/platform', message: `must be one of ${ids.join(', ')}` }]
    const off = disabled.find(({ facts }) => facts.id === platform)
    return off
      ? new AppError('platform_disabled', { platform, reason: off.reason }, { fields })
      : new AppError('platform_not_available', { platform }, { fields })
  }
  return {
    ids,
    defaultId: ids[0]!,
    disabled,
    facts(id) {
      const facts = known.get(id)
      if (!facts) throw refuse(id)
      return facts
    },
    get(id) {
      const entry = entries.find(({ facts }) => facts.id === id)
      if (!entry) throw refuse(id)
      const launchpad = loaded.get(id) ?? entry.load()
      loaded.set(id, launchpad)
      // A failed load is tried again by the next caller.
      launchpad.catch(() => loaded.delete(id))
      return launchpad
    },
  }
}
