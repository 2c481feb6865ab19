import bundle from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' }
import styles from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' }

/** Files of others that the pages load, by name: where they lie, also inside the executable. Read when they are asked for. */
export const vendorFiles: ReadonlyMap<string, { readonly path: string; readonly contentType: string }> = new Map([
  ['swagger-ui-bundle.js', { path: bundle, contentType: 'text/javascript;charset=utf-8' }],
  ['swagger-ui.css', { path: styles, contentType: 'text/css;charset=utf-8' }],
])
