interface SwaggerOptions {
  readonly url: string
  readonly domNode: HTMLElement
  readonly [option: string]: unknown
}

declare const SwaggerUIBundle: (options: SwaggerOptions) => void

/** Resolves when the element has loaded what it names. */
function loaded<Node extends HTMLElement>(node: Node): Promise<void> {
  return new Promise((resolve, reject) => {
    node.addEventListener('load', () => resolve())
    node.addEventListener('error', () => reject(new Error('a file of this page did not load')))
    document.head.append(node)
  })
}

const dark = matchMedia('(prefers-color-scheme: dark)')
const showDark = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', showDark)
showDark()

const styles = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/swagger-ui.css' })
const script = Object.assign(document.createElement('script'), { src: '/assets/swagger-ui-bundle.js' })
const container = document.getElementById('docs')!

try {
  await Promise.all([loaded(styles), loaded(script)])
  SwaggerUIBundle({
    url: '/openapi.json',
    domNode: container,
    deepLinking: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    docExpansion: 'list',
    filter: true,
    // No other host is asked for anything, and what is typed into "Authorize" is forgotten with the page.
    validatorUrl: null,
    persistAuthorization: false,
  })
} catch {
  container.textContent = 'The documents could not be shown. They are at /openapi.json and, as text, at /llms-full.txt.'
} finally {
  document.body.removeAttribute('aria-busy')
}

export {}
