import bundle from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' }
import styles from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' }

/** Paths of vendored files that the pages load, by name, inside the executable too. Read on request. */
export const vendorFiles: ReadonlyMap<string, { readonly path: string; readonly contentType: string }> = new Map([
  ['swagger-ui-bundle.js', { path: bundle, contentType: 'text/javascript;charset=utf-8' }],
  ['swagger-ui.css', { path: styles, contentType: 'text/css;charset=utf-8' }],
])
