/** Variables by name, as a process is started with them. */
export type Environment = Readonly<Record<string, string | undefined>>
