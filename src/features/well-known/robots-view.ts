import type { HttpDeps } from '../../http/http-deps.ts'

/** robots.txt: everything public may be read; what only calls and signs is left alone. */
export const robots = ({ policy }: Pick<HttpDeps, 'policy'>): string =>
  [
    'User-agent: *',
    'Disallow: /api/simulated/',
    'Disallow: /approve/',
    'Disallow: /metrics',
    'Allow: /',
    '',
    `Sitemap: ${policy.baseUrl}/sitemap.xml`,
    '',
  ].join('\n')
