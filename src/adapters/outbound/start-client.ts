/** Nothing listens there, and only this machine could. */
const NOWHERE = 'http://127.0.0.1:1/'

/**
 * The machinery of fetch runs from now on. It is made at the first call, and where no file descriptor is left by then the whole
 * process ends: seen with Bun 1.4.5. Afterwards such a call fails alone.
 */
export const startClient = (): Promise<unknown> => fetch(NOWHERE).catch(() => {})
