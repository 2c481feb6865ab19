/** The version of this executable; package.json has the same. */
export const SERVICE_VERSION = '1.0.0'
