/** What this service is, in one sentence. */
export const SERVICE_SENTENCE =
  'Launches coins for AI agents; the creator fees of each coin are split on chain among its crew, the agent and the treasury.'
