declare const BUILD_COMMIT: string | undefined

/** The commit that the executable was built from; `dev` when it runs from source. */
export const buildCommit = (): string => (typeof BUILD_COMMIT === 'undefined' ? 'dev' : BUILD_COMMIT)
