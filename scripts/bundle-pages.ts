import type { BundledFile } from '../src/http/pages/bundle-pages-macro.ts'

const PAGES = [
  'agents',
  'about',
  'approvals',
  'approve',
  'authorize',
  'board',
  'coin',
  'docs',
  'error',
  'errors',
  'find',
  'jobs',
  'kol',
  'launching',
  'leaderboard',
  'not-found',
  'operator',
  'policies',
  'policy',
  'status',
  'treasury',
  'wallet',
]

/**
 * What every page but those of a decision leads to: address and name, and pages that are a part of it. At its own address a page says
 * that it is there.
 */
const NAVIGATION: readonly (readonly [address: string, title: string, parts?: RegExp])[] = [
  ['/board', 'Coins', /\/(coin|launching)\.html$/],
  ['/leaderboard', 'Leaderboard'],
  ['/docs', 'Docs', /\/errors?\.html$/],
  ['/agents', 'Agents'],
  ['/about', 'About'],
]

const EMPTY_NAVIGATION = '<nav class="top-nav" aria-label="Pages"></nav>'

const FOOT_SCRIPT = '<script type="module" src="./lib/find-payee.ts"></script>'

const FOOT = `<footer class="foot"><div class="foot-inner">
<search><form id="find-payee" class="find-payee">
<label for="payee">Am I in a coin?</label>
<input id="payee" class="find-field" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="64" placeholder="Wallet or @handle" required />
<button type="submit" class="button">Look</button>
</form></search>
<nav class="foot-nav" aria-label="More pages"><a href="/treasury">Treasury</a> <a href="/approvals">Approvals</a> <a href="/operator">Operator</a> <a class="foot-{{JOBS_LINK}}" href="/jobs">Creative work</a> <a class="foot-{{STATUS_LINK}}" href="/status">Status</a> <a href="/feed.xml">RSS feed of all coins</a></nav>
</div></footer>`

/** What a page loads only when somebody asks for it: `import()` of it leads to a file of its own. */
const LAZY = ['approve/qr-code', 'coin/check-in-browser'] as const

const NAMES = { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' }

/** Bundles the pages of `static/` with their scripts, styles and icons, as text, in the order of their names, which a build is made in. */
export async function bundlePages(): Promise<BundledFile[]> {
  const lazy = await Bun.build({
    entrypoints: LAZY.map((script) => Bun.fileURLToPath(new URL(`../static/${script}.ts`, import.meta.url))),
    target: 'browser',
    minify: true,
    naming: { ...NAMES, entry: '[name]-[hash].[ext]' },
  })
  const { outputs } = await Bun.build({
    entrypoints: PAGES.map((page) => Bun.fileURLToPath(new URL(`../static/${page}.html`, import.meta.url))),
    target: 'browser',
    minify: true,
    publicPath: '/assets/',
    plugins: [
      { name: 'frame', setup: (build) => void build.onLoad({ filter: /\.html$/ }, framedPage) },
      {
        name: 'lazy',
        setup: (build) => void build.onResolve({ filter: /^\.\/.*\.ts$/ }, (asked) => lazyFile(asked, lazy.outputs.map(nameOf))),
      },
    ],
    naming: NAMES,
  })
  const files = await Promise.all(
    [...outputs, ...lazy.outputs].map(async (output) => {
      const name = nameOf(output)
      return { name, contentType: output.type, text: await output.text() }
    }),
  )
  return files.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const nameOf = ({ path }: { readonly path: string }): string => path.replace(/^\.\//, '')

/** Where the file is served that is loaded only when it is asked for; undefined for one that is part of its page. */
function lazyFile({ kind, path }: { readonly kind: string; readonly path: string }, names: readonly string[]) {
  if (kind !== 'dynamic-import') return undefined
  const found = names.find((name) => name.startsWith(`${path.slice('./'.length, -'.ts'.length)}-`))
  if (found === undefined) throw new Error(`${path} is imported by a page and is none of LAZY`)
  return { path: `/assets/${found}`, external: true }
}

/** A page with its navigation filled, and below it the way for whoever is paid; a page without navigation as it is. */
async function framedPage({ path }: { readonly path: string }): Promise<{ readonly contents: string; readonly loader: 'html' }> {
  const text = await Bun.file(path).text()
  if (!text.includes(EMPTY_NAVIGATION)) return { contents: text, loader: 'html' }
  const links = NAVIGATION.map(([address, title, parts]) => {
    const isHere = path.endsWith(`${address}.html`)
    const isPart = parts?.test(path) ?? false
    return `<a href="${address}"${isHere ? ' aria-current="page"' : isPart ? ' aria-current="true"' : ''}>${title}</a>`
  })
  const contents = text
    .replace(EMPTY_NAVIGATION, () => EMPTY_NAVIGATION.replace('><', `>${links.join(' ')}<`))
    .replace('</head>', () => `${FOOT_SCRIPT}</head>`)
    .replace('</body>', () => `${FOOT}</body>`)
  return { contents, loader: 'html' }
}

if (import.meta.main) process.stdout.write(JSON.stringify(await bundlePages()))
