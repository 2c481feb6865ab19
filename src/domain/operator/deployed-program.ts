import type { UnixMs } from '../brands.ts'

/** What a program that changed does to launches: none are made, every dry-run says so, or nobody looks. */
export const PROGRAM_GUARDS = ['stop', 'warn', 'off'] as const

/** One of PROGRAM_GUARDS. */
export type ProgramGuard = (typeof PROGRAM_GUARDS)[number]

/** What is deployed at an address. */
export interface DeployedCode {
  /** The hash of its code, in lower-case hex. */
  readonly build: string
  /** Who can replace it, what it passes calls on to, and its switches, in words. */
  readonly control: string
}

/** The address of what is no program: the launch that is rehearsed by simulation, whose `build` says how that ended. */
export const REHEARSAL = 'rehearsal'

/** The `build` of a rehearsal that went well. */
export const REHEARSED = 'passes'

/** A program that launches go through, as this service knows it. */
export interface ProgramRecord {
  readonly platform: string
  readonly address: string
  readonly name: string
  /** What the nodes say is deployed. */
  readonly seen: DeployedCode
  /** When that was looked for last. */
  readonly lookedAtMs: UnixMs
  /** At that time the nodes did not say the same: `seen` is from before. */
  readonly disputed: boolean
  /** What launches go on with; null while nobody has accepted any. */
  readonly accepted: DeployedCode | null
  readonly acceptedAtMs: UnixMs | null
}

/** Why launches through it stop, as a clause; null where what is deployed is what was accepted. */
export function whatChanged({
  address,
  name,
  seen,
  accepted,
}: Pick<ProgramRecord, 'address' | 'name' | 'seen' | 'accepted'>): string | null {
  const same = accepted?.build === seen.build
  if (address === REHEARSAL) return same ? null : `a rehearsed launch ${seen.build}`
  if (accepted === null) return `the program ${name} is a build that this release was not tried on (${seen.build})`
  if (!same) return `the program ${name} was replaced (now ${seen.build}, accepted was ${accepted.build})`
  if (accepted.control === seen.control) return null
  return `the program ${name} is controlled in another way (now ${seen.control}, accepted was ${accepted.control})`
}

/** How it stands. */
export type ProgramState = 'accepted' | 'changed' | 'disputed'

/** `changed` stops launches; `disputed` is told and stops nothing, since a node alone may lie or lag behind. */
export const programState = (record: ProgramRecord): ProgramState =>
  whatChanged(record) !== null ? 'changed' : record.disputed ? 'disputed' : 'accepted'
