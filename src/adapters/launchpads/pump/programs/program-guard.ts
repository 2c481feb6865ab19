/** What an unknown build of a program does to launches: a warning with every dry-run, or none are made. */
export const PROGRAM_GUARDS = ['warn', 'stop'] as const

/** One of PROGRAM_GUARDS. */
export type ProgramGuard = (typeof PROGRAM_GUARDS)[number]
