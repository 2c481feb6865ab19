/** The stock legacy client's fetch, which pays at most `maxAmount` millionths of a dollar for a call (0.10 dollars by itself). */
export declare function legacyFetch(privateKey: `0x${string}`, maxAmount?: bigint): Promise<typeof fetch>
