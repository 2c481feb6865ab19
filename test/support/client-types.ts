import { type ClientDocument, headOfTypes } from './client-document.ts'

const GENERATOR = new URL('../../clients/typescript/node_modules/openapi-typescript/bin/cli.js', import.meta.url).pathname

/** Where the generated types are. */
export const CLIENT_TYPES = new URL('../../clients/typescript/src/openapi.ts', import.meta.url).pathname

/** The client's types of this document, as `openapi-typescript` writes them, every schema exported by its name. */
export async function clientTypes(document: ClientDocument): Promise<string> {
  const child = Bun.spawn([process.execPath, GENERATOR, '--default-non-nullable=false', '--root-types', '--root-types-no-schema-prefix'], {
    stdin: new Response(document.json),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [text, problem, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  if (code !== 0) throw new Error(`openapi-typescript failed: ${problem}`)
  return `${headOfTypes(document)}\n${text}`
}
