/** A file of the pages as the service answers it: HTML by its name, everything else by a name with its hash. */
export interface BundledFile {
  readonly name: string
  readonly contentType: string
  readonly text: string
}

/**
 * The bundled pages. A macro: it runs while the file that calls it is transpiled, so the executable holds its result and not
 * its code. Bun.build may not be called from within a macro; another process calls it.
 */
export function bundlePagesMacro(): BundledFile[] {
  const script = Bun.fileURLToPath(new URL('../../../scripts/bundle-pages.ts', import.meta.url))
  const { success, stdout, stderr } = Bun.spawnSync([process.execPath, script])
  if (!success) throw new Error(`the pages do not bundle: ${stderr.toString()}`)
  return JSON.parse(stdout.toString()) as BundledFile[]
}
