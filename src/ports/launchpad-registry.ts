import type { LaunchpadFacts } from './launchpad/facts.ts'
import type { Launchpad } from './launchpad/launchpad.ts'
import type { Refusals } from './refusals.ts'

/** A launchpad that exists but is not enabled by the configuration. */
export interface DisabledLaunchpad {
  readonly facts: LaunchpadFacts
  /** A public sentence. */
  readonly reason: string
}

/** The launchpads of this process; each is loaded when it is first asked for. */
export interface LaunchpadRegistry {
  readonly defaultId: string
  /** Usable launchpads, the default first. */
  readonly ids: readonly string[]
  readonly disabled: readonly DisabledLaunchpad[]
  /** Facts about a launchpad, enabled or not; loads nothing. */
  facts(id: string): LaunchpadFacts
  /** The launchpad, loaded at its first use. */
  get(id: string): Promise<Launchpad>
}

/** Errors of each method. */
export const LAUNCHPAD_REGISTRY_REFUSALS = {
  facts: ['platform_not_available'],
  get: ['platform_not_available', 'platform_disabled'],
} as const satisfies Refusals<LaunchpadRegistry>
