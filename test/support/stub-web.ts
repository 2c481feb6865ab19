import type { Web } from '../../src/ports/outbound/web.ts'

/** The web as a test expects it; whatever else is asked of it rejects, and names the address. */
export const stubWeb = (expected: Partial<Web> = {}): Web => ({
  get: (url) => Promise.reject(new Error(`this test expects no GET of ${url}`)),
  post: (url) => Promise.reject(new Error(`this test expects no POST to ${url}`)),
  ...expected,
})
