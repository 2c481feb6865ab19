import { bundlePagesMacro } from './bundle-pages-macro.ts' with { type: 'macro' }

/**
 * Every file of the pages. In the executable they are embedded; from source they are bundled when this module is loaded, which is why it
 * is imported on the first request for a page.
 */
export const pageFiles = bundlePagesMacro()
