import { EndpointFault } from './rpc-endpoint.ts'

/** About a minute of blocks: an endpoint that lags further behind is stale. */
const BEHIND_BLOCKS_MAX = 150

/** The greatest height that any endpoint of a chain reported. */
export interface HeightCheck {
  /** Records a height. @throws EndpointFault when it is far behind the greatest one */
  readonly record: (height: number) => void
  /** Starts again from 0, so that a height that never existed does not count for ever. */
  readonly forget: () => void
}

/** A check that has seen no height yet. */
export function createHeightCheck(): HeightCheck {
  let greatest = 0
  return {
    record(height) {
      if (height + BEHIND_BLOCKS_MAX < greatest) throw new EndpointFault(`is ${greatest - height} blocks behind`)
      greatest = Math.max(greatest, height)
    },
    forget: () => void (greatest = 0),
  }
}
