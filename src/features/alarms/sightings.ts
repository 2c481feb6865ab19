import { type UnixMs, unixMs } from '../../domain/brands.ts'
import type { AlarmState } from '../../ports/storage/scheduling/alarms.ts'

/** Since when this process has found the states of alarms as they are. Clocks of replicas differ, so none is held against another's. */
export interface Sightings {
  /** Takes in what is kept now, and answers for how long nobody has seen an alarm, by the clock of this process alone. */
  look(states: readonly AlarmState[], nowMs: UnixMs): (state: AlarmState) => number
  /** This process has just seen it. */
  wrote(state: AlarmState): void
  /** When this was last asked; null the first time. */
  lookedAtMs(machineMs: UnixMs): UnixMs | null
}

interface Sighting {
  readonly seenAtMs: UnixMs
  readonly atMs: UnixMs
}

/** Knows as many as there are rows of alarms. */
export function createSightings(): Sightings {
  let sightings = new Map<string, Sighting>()
  let lookedAtMs: UnixMs | null = null
  return {
    look(states, nowMs) {
      const before = sightings
      sightings = new Map(states.map((state) => [nameOf(state), sightingOf(state, before.get(nameOf(state)), nowMs)]))
      return (state) => nowMs - (sightings.get(nameOf(state))?.atMs ?? nowMs)
    },
    wrote: (state) => void sightings.set(nameOf(state), { seenAtMs: state.seenAtMs, atMs: state.seenAtMs }),
    lookedAtMs(machineMs) {
      const beforeMs = lookedAtMs
      lookedAtMs = machineMs
      return beforeMs
    },
  }
}

const nameOf = ({ name, subject }: Pick<AlarmState, 'name' | 'subject'>): string => `${name} ${subject}`

function sightingOf({ seenAtMs, raisedAtMs }: AlarmState, before: Sighting | undefined, nowMs: UnixMs): Sighting {
  if (before?.seenAtMs === seenAtMs) return before
  // What a process finds when it starts: one that was raised is given its time, and what was not yet is as old as it says.
  return { seenAtMs, atMs: before || raisedAtMs !== null ? nowMs : unixMs(Math.min(seenAtMs, nowMs)) }
}
