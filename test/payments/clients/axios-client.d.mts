/** The answer to one call, made and paid for by the stock client for axios. */
export declare function axiosCall(
  privateKey: `0x${string}`,
  call: { readonly method: string; readonly url: string; readonly data?: unknown; readonly headers?: Readonly<Record<string, string>> },
): Promise<{ readonly status: number; readonly data: any; readonly headers: Readonly<Record<string, string>> }>
