/** The host of the service, with its port where it has one: what signed texts name it by. */
export const serviceHost = ({ baseUrl }: { readonly baseUrl: string }): string => new URL(baseUrl).host
