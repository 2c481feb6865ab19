import type { HttpDeps } from '../../http/http-deps.ts'

/** Pages that people find by searching. */
const PAGES = ['/board', '/leaderboard', '/treasury', '/about', '/docs', '/agents', '/llms.txt', '/SKILL.md'] as const

/** sitemap.xml: the pages that stay. Coins come and go by the thousand, and stand on the board. */
export const sitemap = ({ policy }: Pick<HttpDeps, 'policy'>): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...PAGES.map((path) => `  <url><loc>${policy.baseUrl.replaceAll('&', '&amp;')}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
