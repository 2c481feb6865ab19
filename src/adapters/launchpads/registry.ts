import { AppError } from '../../domain/errors.ts'
import type { DisabledLaunchpad, LaunchpadRegistry } from '../../ports/deps.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'

/** One line of the registry: what is known of a launchpad at once, and how its code comes into memory. */
export interface LaunchpadEntry {
  readonly facts: LaunchpadFacts
  readonly load: () => Promise<Launchpad>
}

/** The registry of these entries, the first of which is the default; each is loaded when it is first asked for. */
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
      const pad = loaded.get(id) ?? entry.load()
      loaded.set(id, pad)
      // What could not be loaded is loaded by whoever asks next.
      pad.catch(() => loaded.delete(id))
      return pad
    },
  }
}
