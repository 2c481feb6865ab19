import type { BundledFile } from '../src/http/pages/bundle-pages-macro.ts'

const PAGES = ['approve', 'board', 'coin', 'docs', 'error']

/** Bundles the pages of `static/` with their scripts, styles and icons, as text. */
export async function bundlePages(): Promise<BundledFile[]> {
  const { outputs } = await Bun.build({
    entrypoints: PAGES.map((page) => Bun.fileURLToPath(new URL(`../static/${page}.html`, import.meta.url))),
    target: 'browser',
    minify: true,
    publicPath: '/assets/',
    naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  })
  return Promise.all(
    outputs.map(async (output) => ({
      name: output.path.replace(/^\.\//, ''),
      contentType: output.type,
      text: await output.text(),
    })),
  )
}

if (import.meta.main) process.stdout.write(JSON.stringify(await bundlePages()))
