import { bundlePagesMacro } from './bundle-pages-macro.ts' with { type: 'macro' }

/**
 * Every file of the pages. In the executable this is plain text in the bundle; from source the pages are bundled when this
 * module is loaded, which is why it is imported at the first request for a page and not before.
 */
export const pageFiles = bundlePagesMacro()
