import { type Static, Type } from '@sinclair/typebox'
import { linkProblem } from '../text/link-problem.ts'
import type { Plan } from './plan.ts'

/** The metadata JSON that a coin's URI leads to, in the form that launchpads and wallets read. */
export const CoinMetadata = Type.Object({
  name: Type.String(),
  symbol: Type.String(),
  description: Type.String(),
  image: Type.String(),
  showName: Type.Literal(true),
  createdOn: Type.String(),
  twitter: Type.Optional(Type.String()),
  website: Type.Optional(Type.String()),
})
CoinMetadata.title = 'CoinMetadata'

export type CoinMetadata = Static<typeof CoinMetadata>

/** The metadata of a plan's coin. Two launches of one plan differ only in the picture's address. */
export const coinMetadata = (
  { request, finalDescription }: Pick<Plan, 'request' | 'finalDescription'>,
  { imageUri, createdOn }: { readonly imageUri: string; readonly createdOn: string },
): CoinMetadata => ({
  name: request.name,
  symbol: request.ticker,
  description: finalDescription,
  image: imageUri,
  showName: true,
  createdOn,
  ...(mayPublish(request.twitter) ? { twitter: request.twitter } : {}),
  ...(mayPublish(request.website) ? { website: request.website } : {}),
})

/** Plans of earlier versions may hold links that are refused today. */
const mayPublish = (link: string | null): link is string => link !== null && linkProblem(link) === null
