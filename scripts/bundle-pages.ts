import type { BundledFile } from '../src/http/pages/bundle-pages-macro.ts'

const PAGES = [
  'about',
  'approvals',
  'approve',
  'authorize',
  'board',
  'coin',
  'docs',
  'error',
  'kol',
  'leaderboard',
  'not-found',
  'operator',
  'wallet',
]

/** What every page but those of a decision leads to: address and name. At its own address a page says that it is there. */
const NAVIGATION = [
  ['/board', 'Coins'],
  ['/leaderboard', 'Leaderboard'],
  ['/about', 'About'],
  ['/docs', 'API'],
  ['/llms.txt', 'Agents'],
] as const

/** Bundles the pages of `static/` with their scripts, styles and icons, as text, in the order of their names, which a build is made in. */
export async function bundlePages(): Promise<BundledFile[]> {
  const { outputs } = await Bun.build({
    entrypoints: PAGES.map((page) => Bun.fileURLToPath(new URL(`../static/${page}.html`, import.meta.url))),
    target: 'browser',
    minify: true,
    publicPath: '/assets/',
    naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  })
  const files = await Promise.all(
    outputs.map(async (output) => {
      const name = output.path.replace(/^\.\//, '')
      return { name, contentType: output.type, text: withNavigation(name, await output.text()) }
    }),
  )
  return files.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Fills the empty navigation of a page. */
function withNavigation(name: string, text: string): string {
  if (!name.endsWith('.html')) return text
  const links = NAVIGATION.map(([address, title]) => {
    const isHere = `${address}.html` === `/${name}`
    return `<a href="${address}"${isHere ? ' aria-current="page"' : ''}>${title}</a>`
  })
  return text.replace('<nav class="top-nav" aria-label="Pages"></nav>', (nav) => nav.replace('><', `>${links.join(' ')}<`))
}

if (import.meta.main) process.stdout.write(JSON.stringify(await bundlePages()))
