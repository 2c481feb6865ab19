declare const BUILD_LICENSES: string | undefined

/** The packages in the executable, each with its licence in full; null when it runs from source. Written by scripts/build-executable.ts. */
export const buildLicenses = (): string | null => (typeof BUILD_LICENSES === 'undefined' ? null : BUILD_LICENSES)
