/** The table of the programs that launches go through. */
export interface ProgramTable {
  deployed_program: {
    platform: string
    address: string
    name: string
    seen_build: string
    seen_control: string
    looked_at_ms: number
    disputed: number
    /** Null, as the two after it, until somebody accepts. */
    accepted_build: string | null
    accepted_control: string | null
    accepted_at_ms: number | null
  }
}
