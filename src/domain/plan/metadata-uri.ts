/** Characters of a metadata id: short, since every byte of the URI is paid for in the launch transaction. */
export const METADATA_ID_LENGTH = 10

/** Where the service itself serves a coin's metadata JSON; what the coin on chain points to. */
export const metadataUri = ({ baseUrl }: { readonly baseUrl: string }, metadataId: string): string => `${baseUrl}/m/${metadataId}`
