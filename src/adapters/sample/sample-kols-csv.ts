import text from './kols.csv' with { type: 'text' }

/**
 * The sample directory as an import file: 300 invented profiles with valid wallets, for the demo and for tests. The wallets' secrets are
 * derived in `scripts/make-sample-kols.ts`, so that nothing of value may ever be paid to one.
 */
export const sampleKolsCsv: string = text
