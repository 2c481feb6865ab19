declare const BUILD_BILL: string | undefined

/** The bill of materials of the executable (CycloneDX 1.6, JSON); null when it runs from source. Written by scripts/build-executable.ts. */
export const buildBill = (): string | null => (typeof BUILD_BILL === 'undefined' ? null : BUILD_BILL)
