import { type Static, Type } from '@sinclair/typebox'
import { SAID } from '../consent/signed-consent.ts'
import { Enum } from '../json.ts'

/** What the directory says of a name and the wallet that it is paid at. */
const LISTINGS = ['listed', 'listed_with_another_wallet', 'not_listed'] as const

/** One of the crew, and whether the directory knows it. */
export const PayeeListing = Type.Object({ wallet: Type.String(), handle: Type.String(), listing: Enum(LISTINGS), stance: Enum(SAID) })
PayeeListing.title = 'PayeeListing'

/** The same as a value. */
export type PayeeListing = Static<typeof PayeeListing>

/** One of LISTINGS. */
export type Listing = PayeeListing['listing']
