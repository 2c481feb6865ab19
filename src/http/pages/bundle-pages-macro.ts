/** A served file of the pages: HTML under its own name, everything else under a name with its hash. */
export interface BundledFile {
  readonly name: string
  readonly contentType: string
  readonly text: string
}

/**
 * The bundled pages. A macro: it runs when the importing file is transpiled, so that the executable contains its result only. Bun.build
 * may not be called within a macro, so another process calls it.
 *
 * @throws Error when the pages do not bundle
 */
export function bundlePagesMacro(): BundledFile[] {
  const script = Bun.fileURLToPath(new URL('../../../scripts/bundle-pages.ts', import.meta.url))
  const { success, stdout, stderr } = Bun.spawnSync([process.execPath, script])
  if (!success) throw new Error(`the pages do not bundle: ${stderr.toString()}`)
  return JSON.parse(stdout.toString()) as BundledFile[]
}
