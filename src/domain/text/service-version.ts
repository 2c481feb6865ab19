/** The version of this service, its documents and its cards; package.json has the same. */
export const SERVICE_VERSION = '1.0.0'
