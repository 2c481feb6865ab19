import { type Static, Type } from '@sinclair/typebox'

/** Entry points, as absolute URLs. */
export const LinksView = Type.Object({
  discovery: Type.String(),
  llms: Type.String(),
  llmsFull: Type.String(),
  openapi: Type.String(),
  errors: Type.String(),
  docs: Type.String(),
  platforms: Type.String(),
  coins: Type.String(),
  board: Type.String(),
})
LinksView.title = 'Links'

/** URLs of the documents. */
export const linksOf = (baseUrl: string): Static<typeof LinksView> => ({
  discovery: `${baseUrl}/api/agent`,
  llms: `${baseUrl}/llms.txt`,
  llmsFull: `${baseUrl}/llms-full.txt`,
  openapi: `${baseUrl}/openapi.json`,
  errors: `${baseUrl}/errors`,
  docs: `${baseUrl}/docs`,
  platforms: `${baseUrl}/api/platforms`,
  coins: `${baseUrl}/api/coins`,
  board: `${baseUrl}/board`,
})
