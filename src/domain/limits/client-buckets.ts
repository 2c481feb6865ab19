/** The keys under which limits count a client. */
export interface ClientBuckets {
  /** An IPv4 address itself; of an IPv6 address its /64, which one subscriber usually has. */
  readonly bucket: string
  /** Of an IPv6 address its /48, which one site usually has, with a larger limit; null for IPv4. */
  readonly site: string | null
}
