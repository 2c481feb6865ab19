import type { Mint } from '../brands.ts'

/** Address of the coin's page on this service, for people. */
export const coinPageUrl = (baseUrl: string, mint: Mint): string => `${baseUrl}/coin/${mint}`
