import { AppError } from '../../domain/errors.ts'
import type { LaunchpadRegistry } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad.ts'

/** How a launchpad comes into memory: its file is loaded when it is first asked for. */
export type LaunchpadLoader = () => Promise<Launchpad>

/** The registry of these loaders; the first is the default. */
export function createLaunchpadRegistry(loaders: Readonly<Record<string, LaunchpadLoader>>): LaunchpadRegistry {
  const loaded = new Map<string, Promise<Launchpad>>()
  const ids = Object.keys(loaders)
  return {
    ids,
    defaultId: ids[0]!,
    get(id) {
      const load = loaders[id]
      if (!load)
        throw new AppError(
          'platform_not_available',
          { platform: id },
          { fields: [{ path: '/platform', message: `must be one of ${ids.join(', ')}` }] },
        )
      const pad = loaded.get(id) ?? load()
      loaded.set(id, pad)
      return pad
    },
  }
}
